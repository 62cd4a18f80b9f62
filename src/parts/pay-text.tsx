import { Trans } from '@lingui/react/macro'
import type { PaymentKind } from '../contract/payments.ts'
import { unreachable } from '../lib/assert.ts'

export interface PayTextProps {
  readonly total: string
  /** Null: from the wallet. */
  readonly gatewayKind: PaymentKind | null
}

/** The amount and its source. */
export function PayText({ total, gatewayKind }: PayTextProps) {
  switch (gatewayKind) {
    case null:
      return <Trans>Pay {total} from wallet</Trans>
    case 'card_bank':
      return <Trans>Pay {total} by card or bank</Trans>
    case 'mobile_money':
      return <Trans>Pay {total} by mobile money</Trans>
    case 'card':
      return <Trans>Pay {total} by card</Trans>
    default:
      return unreachable(gatewayKind)
  }
}
