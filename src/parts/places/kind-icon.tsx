import type { ReactNode } from 'react'
import type { PlaceKind } from '../../domain/places/place.ts'
import { pathIcon } from '../../ui/icon.tsx'
import { PinIcon, StarIcon } from '../../ui/icons-place.tsx'

const CityIcon = pathIcon(
  'M3.5 20.5v-10h6v10M9.5 20.5v-17h7v17M16.5 20.5v-8h4v8M2.5 20.5h19M12 7.5h2M12 11.5h2M12 15.5h2',
)
const StationIcon = pathIcon(
  'M7 3.5h10a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5.5a2 2 0 0 1 2-2zM5 10.5h14M9 13.8h.01M15 13.8h.01M8.5 17l-2 4M15.5 17l2 4',
)
const AirportIcon = pathIcon(
  'M12 21.5l-3-1.5v-1.5l1.5-1v-4L3 15.5v-2l7.5-4.5V4a1.5 1.5 0 0 1 3 0v5l7.5 4.5v2l-7.5-2v4l1.5 1V20z',
)
const HospitalIcon = pathIcon('M4 4h16v16H4zM12 8v8M8 12h8')
const SchoolIcon = pathIcon('M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5V17c3 2.5 8 2.5 11 0v-5.5M21.5 9.5v6')
const ShopIcon = pathIcon('M5 8.5h14l1 12H4zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5')
const StadiumIcon = pathIcon('M12 10c5 0 9-1.3 9-3s-4-3-9-3-9 1.3-9 3 4 3 9 3zM3 7v9c0 1.7 4 3.5 9 3.5s9-1.8 9-3.5V7')
const TreeIcon = pathIcon('M12 21.5v-7M12 16.5a6 6 0 0 0 5.5-8.5A5.6 5.6 0 0 0 6.5 8a6 6 0 0 0 5.5 8.5z')
const RoadIcon = pathIcon('M7.5 3.5l-4 17M16.5 3.5l4 17M12 4v3M12 10.5v3M12 17v3')

const ICONS: Readonly<Record<PlaceKind, ReactNode>> = {
  city: <CityIcon />,
  neighbourhood: <PinIcon />,
  airport: <AirportIcon />,
  station: <StationIcon />,
  stadium: <StadiumIcon />,
  university: <SchoolIcon />,
  hospital: <HospitalIcon />,
  mall: <ShopIcon />,
  landmark: <StarIcon />,
  square: <PinIcon />,
  park: <TreeIcon />,
  street: <RoadIcon />,
}

/** Returns the icon for a kind of place, shown beside the word. */
export const kindIcon = (kind: PlaceKind): ReactNode => ICONS[kind]
