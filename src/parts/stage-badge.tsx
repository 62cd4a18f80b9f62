// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { OrderStage } from '../domain/order.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { CircleCheckIcon, ClockIcon, OctagonCrossIcon } from '../ui/icons-state.tsx'

export function useStageNames(): Readonly<Record<OrderStage, string>> {
  const { t } = useLingui()
  return {
    pending: t`Received`,
    accepted: t`Accepted`,
    processing: t`In progress`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    rejected: t({ message: 'Refused', context: 'an order' }),
    returned: t`Returned`,
  }
}

const TONES: Readonly<Record<OrderStage, BadgeTone>> = {
  pending: 'waiting',
  accepted: 'waiting',
  processing: 'waiting',
  completed: 'good',
  cancelled: 'neutral',
  rejected: 'bad',
  returned: 'neutral',
}

/** The stage of an order. */
export function StageBadge({ stage }: { readonly stage: OrderStage }) {
  const names = useStageNames()
  const tone = TONES[stage]
  const icon =
    tone === 'good' ? (
      <CircleCheckIcon size={18} />
    ) : tone === 'waiting' ? (
      <ClockIcon size={18} />
    ) : (
      <OctagonCrossIcon size={18} />
    )
  return (
    <Badge tone={tone} icon={icon}>
      {names[stage]}
    </Badge>
  )
}
