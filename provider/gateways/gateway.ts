import type { GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Result } from '../../src/lib/result.ts'
import type { SavedMethod, StartedCharge } from '../rules/charge.ts'
import type { BackState, GoneBack } from '../rules/money-back.ts'

/**
 * A payment to start. Our `reference` also identifies the payment at the gateway, so starting it twice makes one
 * payment.
 */
export interface Charge {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly email: string
  readonly description: string
  /** Where the gateway's page sends the driver afterwards. */
  readonly returnUrl: string
  /** Origin under which the driver currently reaches us. */
  readonly origin: string
  /** The driver agreed to save this payment method for later charges without them. */
  readonly keep?: boolean
}

/**
 * `not_started`: certainly nothing happened at the gateway (unreachable, or refused). `unknown`: the answer was lost or
 * made no sense. `detail` is for the log and contains no secret.
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

/**
 * The gateway's state of a charge. `amountMinor` is null when the gateway's amount is not a whole number of minor
 * units.
 */
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
  /** Idempotency key: the same for a repeated order, which then makes one refund. */
  readonly key: string
}

export interface SavedCharge extends Pick<Charge, 'reference' | 'amountMinor' | 'currency' | 'email' | 'description'> {
  readonly token: string
}

export interface ChargedMethod {
  readonly gatewayReference: string | null
  /** `failed`: declined, including when the driver would have to confirm it. */
  readonly verified: Verified
}

/** For gateways that can charge without the driver. */
export interface SavedMethods {
  /** Returns the method saved by a paid charge, or null when it cannot be charged again. */
  find(charge: SentCharge): Promise<Result<SavedMethod | null, GatewayTrouble>>
  /** Idempotent by reference. */
  charge(order: SavedCharge): Promise<Result<ChargedMethod, GatewayTrouble>>
  forget(token: string): Promise<Result<null, GatewayTrouble>>
}

export interface RawWebhook {
  /** The bytes as received: the signature covers exactly these. */
  readonly body: Uint8Array
  readonly headers: Headers
  readonly nowMs: number
}

/**
 * `reference` is null when the event is about something else, or identifies the payment only by the gateway's own
 * reference.
 */
export interface WebhookEvent {
  readonly eventId: string
  readonly type: string
  readonly reference: string | null
  /** The gateway's own reference of the payment, for events that lack ours. */
  readonly gatewayReference?: string | null
  /** About money going back: a refund, a reversal, a dispute. */
  readonly isBack: boolean
}

/** State of a refund we ordered: `gone` only once the gateway reports it as paid, `returned` when it failed. */
export type RefundState = Exclude<BackState, 'open'>

export type WebhookError = 'bad_signature' | 'too_old' | 'malformed'

/** A way to take money. Adapters know their gateway's wire format and nothing about wallets or bookings. */
export interface Gateway {
  readonly name: GatewayName
  readonly kind: PaymentKind
  readonly sandbox: boolean
  readonly publicKey: string | null
  readonly scriptUrl: string | null
  start(charge: Charge): Promise<Result<StartedCharge, GatewayTrouble>>
  verify(charge: SentCharge): Promise<Result<Verified, GatewayTrouble>>
  refund(order: RefundOrder): Promise<Result<RefundState, GatewayTrouble>>
  /**
   * Lists everything paid back from a charge, whoever requested it. An unknown state is a `GatewayTrouble`, never a
   * guess.
   */
  listBack(charge: SentCharge): Promise<Result<readonly GoneBack[], GatewayTrouble>>
  readWebhook(webhook: RawWebhook): Promise<Result<WebhookEvent, WebhookError>>
  readonly saved?: SavedMethods
}

/** Maximum age of a webhook that carries a timestamp. */
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000
