import { Trans } from '@lingui/react/macro'
import type { GatewayConfig } from '../contract/payments.ts'
import { HOLD_MINUTES } from '../domain/payment.ts'
import { GatewayKind } from './gateway-kind.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import { RadioCard } from '../ui/choice-field.tsx'
import { TransferIcon } from '../ui/icons-place.tsx'

export interface GatewayChoiceProps {
  readonly gateway: GatewayConfig['gateways'][number]
  readonly kept: 'space' | 'order'
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Payment at the gateway; the space or the order is reserved meanwhile. */
export function GatewayChoice({ gateway, kept, isChosen, onChoose }: GatewayChoiceProps) {
  return (
    <>
      <RadioCard
        name="payment"
        checked={isChosen}
        onChange={onChoose}
        title={<GatewayKind kind={gateway.kind} />}
        icon={<TransferIcon />}
        detail={
          kept === 'space' ? (
            <Trans>We hold your space for {HOLD_MINUTES} minutes while you pay</Trans>
          ) : (
            <Trans>We hold your order for {HOLD_MINUTES} minutes while you pay</Trans>
          )
        }
      />
      {isChosen && gateway.sandbox && <SandboxNote />}
    </>
  )
}
