import { Icon, type IconProps, pathIcon } from './icon.tsx'

/** Icons for things: places, vehicles, documents. */
export const LocateIcon = pathIcon(
  'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM12 1.5v4M12 18.5v4M1.5 12h4M18.5 12h4M12 13.3a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6z',
)
export const PinIcon = pathIcon(
  'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
)
export const CarIcon = pathIcon(
  'M3.5 17v-4.5l2-1.5 1.7-4.7A2 2 0 0 1 9 5h6a2 2 0 0 1 1.8 1.3l1.7 4.7 2 1.5V17zM5.5 11h13M6.5 14h2M15.5 14h2M5.5 17v2M18.5 17v2',
)
export const MotorcycleIcon = pathIcon(
  'M5.5 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM18.5 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5.5 15.5l4-5.5h5l-3 5.5h-2.5M14 6h2.5l2 9.5M8 8h3',
)
export const VanIcon = pathIcon(
  'M2.5 17V6h11v11M13.5 9h4.5l3.5 4.5V17h-3M9.5 17h5M2.5 17h2M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
)
export const TruckIcon = pathIcon(
  'M2 16.5V5h12v11.5M14 8.5h4l4 4v4h-2M9.5 16.5h5M6.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
)
export const GarageIcon = pathIcon('M3.5 20.5V9.5L12 3.5l8.5 6v11M8 20.5V12.5h8v8M12 16.5v4')
export const HeightIcon = pathIcon('M4 3.5h16M4 20.5h16M12 7v10M9 9.5L12 7l3 2.5M9 14.5l3 2.5 3-2.5')
export const BoltIcon = pathIcon('M13 2.5L5 13.5h6L10.5 21.5 19 10h-6z')
export const AccessibleIcon = pathIcon(
  'M11 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM11 8v6h5.5l2.5 6M11 10.5h4.5M8.5 11a5.5 5.5 0 1 0 6.5 7',
)
const STAR = 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8z'
export const StarIcon = pathIcon(STAR)
/** Marks a favourite. */
export const KeptStarIcon = () => (
  <Icon>
    <path d={STAR} fill="var(--waiting)" stroke="var(--waiting)" />
  </Icon>
)
export const HouseIcon = pathIcon('M3.5 11L12 3.5 20.5 11M5.5 9.5v11h13v-11M10 20.5v-6h4v6')
export const PersonIcon = pathIcon('M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-3.5 3-5.5 7.5-5.5s7.5 2 7.5 5.5')
export const WalletIcon = pathIcon(
  'M18 8V4.5H5.5a2 2 0 0 0 0 4h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-12M20.5 12.5H16a2 2 0 0 0 0 4h4.5',
)
export const TicketIcon = pathIcon(
  'M3.5 6h17v4a2 2 0 0 0 0 4v4h-17v-4a2 2 0 0 0 0-4zM14.5 6v2.5M14.5 11v2M14.5 15.5V18',
)
export const ReceiptIcon = pathIcon('M5 3h14v18l-2.3-1.8L14.3 21 12 19.2 9.7 21l-2.4-1.8L5 21zM9 8h6M9 12h6')
export const TransferIcon = pathIcon('M7.5 4v16M3.5 16l4 4 4-4M16.5 20V4M12.5 8l4-4 4 4')
export const BellIcon = pathIcon('M5 17.5c1.5-1.5 2-3.5 2-7a5 5 0 0 1 10 0c0 3.5.5 5.5 2 7zM10 20.5h4')
export const GlobeIcon = pathIcon(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
)
export const MailIcon = pathIcon('M3 5.5h18v13H3zM3.5 6.5L12 13l8.5-6.5')
export const MapIcon = pathIcon('M3.5 6L9 3.5l6 2.5 5.5-2.5V18L15 20.5 9 18l-5.5 2.5zM9 3.5V18M15 6v14.5')
export const GearIcon = pathIcon(
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
)

/** A small QR code; its dots need more than one path. */
export function QrIcon({ size }: IconProps) {
  return (
    <Icon {...(size === undefined ? {} : { size })}>
      <path d="M4 4h5.5v5.5H4zM14.5 4H20v5.5h-5.5zM4 14.5h5.5V20H4zM14 14h2v2.5M19.5 14v.01M14 20v.01M17 19.5h3V17" />
    </Icon>
  )
}
