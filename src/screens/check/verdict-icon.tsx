import type { ComponentType } from 'react'
import type { VerdictKind } from '../../domain/check-in.ts'
import { type IconProps, pathIcon } from '../../ui/icon.tsx'
import { CircleCheckIcon, ClockIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'

const SignedIcon = pathIcon('M12 2.5l8 3v6c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10v-6zM8 12l2.8 2.8L16 9.3')
const HourglassIcon = pathIcon(
  'M6 3h12M6 21h12M7 3c0 5 3.5 6.5 5 9-1.5 2.5-5 4-5 9M17 3c0 5-3.5 6.5-5 9 1.5 2.5 5 4 5 9',
)
const OtherPlaceIcon = pathIcon('M12 21.5S5 15 5 9.5a7 7 0 0 1 14 0c0 5.5-7 12-7 12zM9.5 7l5 5M14.5 7l-5 5')
const BarredIcon = pathIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.7l12.6 12.6')
const QuestionIcon = pathIcon(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.3 9.5a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 17v.01',
)
const RenewIcon = pathIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v8M8.5 11.5L12 15l3.5-3.5')

const ICONS: Readonly<Record<VerdictKind, ComponentType<IconProps>>> = {
  valid: CircleCheckIcon,
  valid_by_signature: SignedIcon,
  early: ClockIcon,
  expired: HourglassIcon,
  wrong_park: OtherPlaceIcon,
  cancelled: BarredIcon,
  already_inside: TriangleIcon,
  forged: OctagonCrossIcon,
  unknown: QuestionIcon,
  update_needed: RenewIcon,
}

/** Each verdict has its own shape, so that it does not depend on colour. */
export function VerdictIcon({ kind }: { readonly kind: VerdictKind }) {
  const Shape = ICONS[kind]
  return <Shape size={104} />
}
