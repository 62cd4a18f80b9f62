import type { GatewayConfig } from '../contract/payments.ts'
import type { Park } from '../contract/parks.ts'
import { isPayable } from '../domain/payment.ts'
import { useGateways } from './use-gateways.ts'
import { useCheckoutDraft } from '../stores/checkout-draft.ts'

export interface PaymentChoice {
  /** Null: paid from the wallet. */
  readonly chosen: GatewayConfig['gateways'][number] | null
  /** Null where none can take this amount in this currency, or the provider has not said. */
  readonly offered: GatewayConfig['gateways'][number] | null
  /** The provider is being asked how this country pays. */
  readonly isAsking: boolean
  readonly choose: (method: 'wallet' | 'gateway') => void
}

/** The wallet, or the first gateway of the country where it is sold; the provider goes on to the next by itself. Guests pay at the gateway first. */
export function usePaymentChoice(
  park: Pick<Park, 'country_code' | 'currency'>,
  { totalMinor, isGuest }: { readonly totalMinor: number | null; readonly isGuest: boolean },
): PaymentChoice {
  const { config, failure } = useGateways(park.country_code)
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
