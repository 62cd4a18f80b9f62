// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheckIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'

/** Whether an offer is still on sale. */
export function SaleBadge({ isSold }: { readonly isSold: boolean }) {
  return isSold ? (
    <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
      <Trans>On sale</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<OctagonCrossIcon size={18} />}>
      <Trans>Sold no more</Trans>
    </Badge>
  )
}
