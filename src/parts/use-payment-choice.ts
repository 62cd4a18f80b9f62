import type { GatewayConfig } from '../contract/payments.ts'
import type { Park } from '../contract/parks.ts'
import { isPayable } from '../domain/payment.ts'
import { useGateways } from './use-gateways.ts'
import { useCheckoutDraft } from '../stores/checkout-draft.ts'
import { useDraftOwner } from './use-draft-owner.ts'

export interface PaymentChoice {
  /** Null: pays from the wallet. */
  readonly chosen: GatewayConfig['gateways'][number] | null
  /** Null when no gateway takes this amount in this currency, or the provider has not answered. */
  readonly offered: GatewayConfig['gateways'][number] | null
  /** The provider is being asked about the country's gateways. */
  readonly isAsking: boolean
  readonly choose: (method: 'wallet' | 'gateway') => void
}

/**
 * Returns the chosen payment method: the wallet, or the first gateway of the car park's country; the provider falls
 * back to the next gateway itself. Guests start with the gateway.
 */
export function usePaymentChoice(
  park: Pick<Park, 'country_code' | 'currency'>,
  { totalMinor, isGuest }: { readonly totalMinor: number | null; readonly isGuest: boolean },
): PaymentChoice {
  const { config, failure } = useGateways(park.country_code)
  useDraftOwner()
  const { method, change } = useCheckoutDraft()
  const isSame = config?.currency === park.currency
  const isInRange = totalMinor !== null && isPayable(totalMinor, park.currency)
  const offered = isSame && isInRange ? (config.gateways[0] ?? null) : null
  return {
    offered,
    chosen: (method ?? (isGuest ? 'gateway' : 'wallet')) === 'gateway' ? offered : null,
    isAsking: config === null && failure === null,
    choose: (next) => change({ method: next }),
  }
}
