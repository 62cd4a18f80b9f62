import { Trans } from '@lingui/react/macro'
import type { GatewayConfig } from '../../contract/payments.ts'
import { HOLD_MINUTES } from '../../domain/payment.ts'
import { GatewayKind } from '../../parts/gateway-kind.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { RadioCard } from '../../ui/choice-field.tsx'
import { TransferIcon } from '../../ui/icons-place.tsx'

export interface GatewayChoiceProps {
  readonly gateway: GatewayConfig['gateways'][number]
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Paying at the gateway, for which the space is kept. */
export function GatewayChoice({ gateway, isChosen, onChoose }: GatewayChoiceProps) {
  return (
    <>
      <RadioCard
        name="payment"
        checked={isChosen}
        onChange={onChoose}
        title={<GatewayKind kind={gateway.kind} />}
        icon={<TransferIcon />}
        detail={<Trans>We hold your space for {HOLD_MINUTES} minutes while you pay</Trans>}
      />
      {isChosen && gateway.sandbox && <SandboxNote />}
    </>
  )
}
