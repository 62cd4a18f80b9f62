import { pathIcon } from './icon.tsx'

/** Icons for actions. Circles are drawn as arcs so that each icon stays one path. */
export const CheckIcon = pathIcon('M4.5 12.5l5 5 10-11')
export const CloseIcon = pathIcon('M5.5 5.5l13 13M18.5 5.5l-13 13')
export const PlusIcon = pathIcon('M12 5v14M5 12h14')
export const MinusIcon = pathIcon('M5 12h14')
export const MenuIcon = pathIcon('M3.5 6h17M3.5 12h17M3.5 18h17')
export const ChevronDownIcon = pathIcon('M6 9l6 6 6-6')
export const ChevronUpIcon = pathIcon('M6 15l6-6 6 6')
export const ChevronStartIcon = pathIcon('M15 5l-7 7 7 7')
export const ChevronEndIcon = pathIcon('M9 5l7 7-7 7')
export const ArrowUpIcon = pathIcon('M12 20.5v-17M5 10.5l7-7 7 7')
export const SearchIcon = pathIcon('M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.6 15.6L20.5 20.5')
export const SlidersIcon = pathIcon(
  'M3 7.5h10M18 7.5h3M13 7.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0zM3 16.5h3M11 16.5h10M6 16.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z',
)
export const ShareIcon = pathIcon('M12 15V3.5M7.5 8L12 3.5 16.5 8M7 11H5v9.5h14V11h-2')
export const DownloadIcon = pathIcon('M12 3.5V15M7.5 10.5L12 15l4.5-4.5M4.5 20.5h15')
export const DirectionsIcon = pathIcon('M20.5 3.5l-6.5 17-3.5-7-7-3.5z')
export const CalendarIcon = pathIcon('M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4')
export const PencilIcon = pathIcon('M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5')
export const TrashIcon = pathIcon('M4 7h16M9.5 7V4h5v3M6 7l1 13.5h10L18 7M10 11v5.5M14 11v5.5')
export const EyeIcon = pathIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
)
export const EyeOffIcon = pathIcon(
  'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-1M10 10a3 3 0 0 0 4 4',
)
export const ExternalIcon = pathIcon('M14 4h6v6M20 4l-9 9M18 14v6H4V6h6')
export const LogoutIcon = pathIcon('M14 4H5v16h9M9.5 12H21M17 8l4 4-4 4')
export const ReloadIcon = pathIcon('M20 5v5h-5M19.5 10A8 8 0 1 0 20 13.5')
export const KeyIcon = pathIcon('M8 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.2 12.3L20 3.5M16 7.5l3 3')
