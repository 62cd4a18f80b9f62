import { Trans } from '@lingui/react/macro'
import type { PaymentKind } from '../contract/payments.ts'
import { unreachable } from '../lib/assert.ts'

/** The means of payment at the gateway. */
export function GatewayKind({ kind }: { readonly kind: PaymentKind }) {
  switch (kind) {
    case 'card_bank':
      return <Trans>Card or bank account</Trans>
    case 'mobile_money':
      return <Trans>Mobile money</Trans>
    case 'card':
      return <Trans>Card</Trans>
    default:
      return unreachable(kind)
  }
}
