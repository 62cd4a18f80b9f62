import type { GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Result } from '../../src/lib/result.ts'
import type { SavedMethod, StartedCharge } from '../rules/charge.ts'
import type { BackState, GoneBack } from '../rules/money-back.ts'

/** A payment to start. `reference` is ours and names the payment at the gateway too: started twice it is still one. */
export interface Charge {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly email: string
  readonly description: string
  /** Where the gateway's page sends the driver back to. */
  readonly returnUrl: string
  /** Origin under which the driver sees us now. */
  readonly origin: string
  /** The driver agreed that what they pay with is kept, to be charged without them later. */
  readonly keep?: boolean
}

/**
 * `not_started`: certainly nothing was made there (never reached, or refused). `unknown`: the answer was lost or made no sense.
 * `detail` is for the log and holds no secret.
 */
export interface GatewayTrouble {
  readonly kind: 'not_started' | 'unknown'
  readonly detail: string
}

export interface SentCharge {
  readonly reference: string
  readonly gatewayReference: string | null
  readonly currency: Currency
}

/** What the gateway says of a charge. `amountMinor` is null when its amount is no whole number of minor units. */
export type Verified =
  | {
      readonly status: 'paid'
      readonly amountMinor: number | null
      readonly currency: string
      readonly gatewayReference: string | null
    }
  | { readonly status: 'pending' | 'abandoned' | 'failed' | 'refunded' }

export interface RefundOrder extends SentCharge {
  readonly amountMinor: number
  /** The same for a repeated order: it is then one refund. */
  readonly key: string
}

export interface SavedCharge extends Pick<Charge, 'reference' | 'amountMinor' | 'currency' | 'email' | 'description'> {
  readonly token: string
}

export interface ChargedMethod {
  readonly gatewayReference: string | null
  /** `failed`: declined, also where the driver would have to confirm it. */
  readonly verified: Verified
}

/** Of gateways that can charge without the driver. */
export interface SavedMethods {
  /** What was kept of a paid charge; null: nothing that can be charged again. */
  find(charge: SentCharge): Promise<Result<SavedMethod | null, GatewayTrouble>>
  /** Asked again under the same reference it is the same charge. */
  charge(order: SavedCharge): Promise<Result<ChargedMethod, GatewayTrouble>>
  forget(token: string): Promise<Result<null, GatewayTrouble>>
}

export interface RawWebhook {
  /** The bytes as they came: a signature covers nothing else. */
  readonly body: Uint8Array
  readonly headers: Headers
  readonly nowMs: number
}

/** Our reference is null for an event about something else, or one that names the payment only as the gateway does. */
export interface WebhookEvent {
  readonly eventId: string
  readonly type: string
  readonly reference: string | null
  /** The gateway's own name of the payment, where the event lacks ours. */
  readonly gatewayReference?: string | null
  /** About money that goes back: a refund, a reversal, a dispute. */
  readonly isBack: boolean
}

/** Where a refund that we ordered stands: `gone` only when the gateway says that it was paid, `returned` when it failed. */
export type RefundState = Exclude<BackState, 'open'>

export type WebhookError = 'bad_signature' | 'too_old' | 'malformed'

/** One way to take money. Adapters know their gateway's wire format and nothing of wallets or bookings. */
export interface Gateway {
  readonly name: GatewayName
  readonly kind: PaymentKind
  readonly sandbox: boolean
  readonly publicKey: string | null
  readonly scriptUrl: string | null
  start(charge: Charge): Promise<Result<StartedCharge, GatewayTrouble>>
  verify(charge: SentCharge): Promise<Result<Verified, GatewayTrouble>>
  refund(order: RefundOrder): Promise<Result<RefundState, GatewayTrouble>>
  /** All that went back of a paid charge there, whoever asked for it. A state that we do not know is trouble, never a guess. */
  listBack(charge: SentCharge): Promise<Result<readonly GoneBack[], GatewayTrouble>>
  readWebhook(webhook: RawWebhook): Promise<Result<WebhookEvent, WebhookError>>
  readonly saved?: SavedMethods
}

/** Webhooks that carry a time are believed this long. */
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000
