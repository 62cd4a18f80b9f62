// Rarely rendered; memoisation would double this file.
'use no memo'
import type { ProductKind } from '../../domain/cart-total.ts'
import type { IconProps } from '../../ui/icon.tsx'
import { pathIcon } from '../../ui/icon.tsx'
import { CalendarIcon } from '../../ui/icons-action.tsx'
import { TicketIcon } from '../../ui/icons-place.tsx'

const DropIcon = pathIcon('M12 3.5c3.5 4.2 5.5 7.2 5.5 10a5.5 5.5 0 0 1-11 0c0-2.8 2-5.8 5.5-10z')
const BoxIcon = pathIcon('M4 8l8-4.5L20 8v8.5L12 21l-8-4.5zM4 8l8 4.5L20 8M12 12.5V21')
export const CartIcon = pathIcon('M3 4.5h3l2 11h10l2-8H7M9.5 19.5v.01M16.5 19.5v.01')

const ICONS = {
  monthly_pass: CalendarIcon,
  car_wash: DropIcon,
  day_bundle: TicketIcon,
  permit: CalendarIcon,
  accessory: BoxIcon,
} as const

/** A drawn sign in place of a missing photo. */
export function ProductSign({ kind, ...size }: IconProps & { readonly kind: ProductKind }) {
  const KindIcon = ICONS[kind]
  return <KindIcon {...size} />
}
