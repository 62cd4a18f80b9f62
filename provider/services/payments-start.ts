/**
 * Starting a payment: record it, send it to a gateway, then answer. No transaction is open while a gateway answers.
 *
 *   begin (key claimed, row `created`, leased) -> gateway.start -> `sent`, and the answer stored under the key
 *
 * A crash in between leaves `created`: a repeat of the request continues with the same reference at the same gateway.
 */
import type { UserId } from '../../src/domain/ids.ts'
import type { Currency } from '../../src/domain/money.ts'
import { canMovePayment } from '../../src/domain/payment.ts'
import { invariant, must, unreachable } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from './deps.ts'
import type { Charge, Gateway } from '../gateways/gateway.ts'
import type { StartedCharge } from '../rules/charge.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { Ended, IdempotentCall, StoredAnswer } from '../repositories/idempotency.ts'
import {
  changePayment,
  findPayment,
  findPaymentByKey,
  insertPayment,
  lockPayment,
  type NewPayment,
  type PaymentRow,
} from '../repositories/payments.ts'
import { releaseHold } from '../repositories/payment-money.ts'
import { rowsOf } from '../repositories/store.ts'
import type { Refusal } from '../rules/refusal.ts'

export type PaymentDeps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'log' | 'mailer' | 'random'>

export type PaidFor = Pick<NewPayment, 'bookingId' | 'orderId'>

/** Rolls back the transaction that would have recorded a payment; its refusal is the answer to the request. */
export class StartRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export interface PaymentWish {
  readonly call: IdempotentCall
  readonly userId: UserId
  readonly purpose: PaymentRow['purpose']
  readonly amountMinor: number
  readonly currency: Currency
  readonly lifeMs: number
  /** The driver agreed to save the payment method. */
  readonly keep?: boolean
  /**
   * Makes the booking or the order to be paid, in the transaction that records the payment; for a top-up, checks that
   * the driver may. Throws `StartRefused` when there is nothing to pay.
   */
  readonly prepare?: (tx: Queryable) => Promise<PaidFor>
  /** Data for the gateway besides the amount. */
  readonly facts: Pick<Charge, 'email' | 'description' | 'origin'> & {
    readonly returnUrl: (reference: string) => string
  }
}

type Begun = { readonly kind: 'begun'; readonly payment: PaymentRow } | Ended<never>

/** Longer than a gateway may take, including its fallback. */
export const START_LEASE_MS = 45_000

/** A driver needs at least this long to pay. */
const FIRST_CHECK_MS = 20_000

/**
 * Unguessable, since the reference gives access to the payment's page; uses only characters that every gateway accepts.
 */
export const makeReference = (random: () => number): string =>
  `bw-${Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256))).toString('hex')}`

async function resume(tx: Queryable, known: PaymentRow, facts: { fingerprint: string; nowMs: number }): Promise<Begun> {
  if (known.fingerprint !== facts.fingerprint) return { kind: 'reused' }
  const isLeased = known.lease_until !== null && known.lease_until > facts.nowMs
  if (isLeased || known.state !== 'created') return { kind: 'in_progress' }
  await changePayment(tx, known.reference, { lease_until: facts.nowMs + START_LEASE_MS, nowMs: facts.nowMs })
  return { kind: 'begun', payment: known }
}

/** Claims the request's key and records the payment, or returns the outcome of the same earlier request. */
function beginPayment(deps: PaymentDeps, wish: PaymentWish): Promise<Begun> {
  const { call, userId } = wish
  const nowMs = deps.clock.now()
  return deps.db.transaction(async (tx): Promise<Begun> => {
    const claim = await rowsOf(tx).beginIdempotent(call)
    switch (claim.state) {
      case 'replay':
        return { kind: 'replay', answer: claim.answer }
      case 'reused':
      case 'in_progress':
      case 'withdrawn':
        return { kind: claim.state }
      case 'new': {
        const known = await findPaymentByKey(tx, userId, call.key)
        if (known !== undefined) return resume(tx, known, { fingerprint: call.fingerprint, nowMs })
        const paidFor = await wish.prepare?.(tx)
        const payment = await insertPayment(tx, {
          reference: makeReference(deps.random),
          user_id: userId,
          purpose: wish.purpose,
          ...paidFor,
          amount_minor: wish.amountMinor,
          currency: wish.currency,
          idempotency_key: call.key,
          fingerprint: call.fingerprint,
          nowMs,
          expiresMs: nowMs + wish.lifeMs,
          leaseMs: START_LEASE_MS,
          keep: wish.keep === true,
        })
        return { kind: 'begun', payment }
      }
      default:
        return unreachable(claim)
    }
  })
}

interface Attempt {
  readonly gateway: Gateway
  readonly started: StartedCharge
}

/** Tries the gateways in order, moving on only when the previous one has certainly started nothing. */
async function startSomewhere(deps: PaymentDeps, payment: PaymentRow, wish: PaymentWish): Promise<Attempt | undefined> {
  const { facts } = wish
  const { reference, amount_minor: amountMinor, currency } = payment
  const gateways = getGateways(deps)
  const asked = payment.gateway === null ? undefined : gateways.find(payment.gateway, payment.kind)
  const candidates = payment.gateway === null ? gateways.listFor(currency) : asked === undefined ? [] : [asked]
  const returnUrl = facts.returnUrl(reference)
  const charge: Charge = { reference, amountMinor, currency, ...facts, returnUrl, keep: payment.keep === 'wanted' }
  for (const gateway of candidates) {
    // Recorded before the call, so that a retry after a crash asks the same gateway.
    await changePayment(deps.db, reference, { gateway: gateway.name, kind: gateway.kind, nowMs: deps.clock.now() })
    const started = await gateway.start(charge)
    if (started.ok) return { gateway, started: started.value }
    deps.log.warn('payment.start_failed', { reference, gateway: gateway.name, ...started.error })
    if (started.error.kind === 'unknown') return undefined
  }
  return undefined
}

export async function giveUp(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const nowMs = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await changePayment(tx, payment.reference, {
      state: 'failed',
      reason: 'gateway_unavailable',
      lease_until: null,
      next_check_at: null,
      settled_at: nowMs,
      nowMs,
    })
    await releaseHold(tx, payment, { reason: 'payment_failed', nowMs })
  })
}

/** Makes the answer once the gateway has accepted the payment. */
export type ToAnswer = (tx: Queryable, payment: PaymentRow) => Promise<StoredAnswer>

/**
 * Sends a recorded payment to a gateway and stores the answer that `toAnswer` makes. Undefined when no gateway took it,
 * or when the gateway was so slow that the lease ran out and the same request continued elsewhere or was given up.
 */
async function sendPayment(
  deps: PaymentDeps,
  wish: PaymentWish & { readonly payment: PaymentRow },
  toAnswer: ToAnswer,
): Promise<StoredAnswer | undefined> {
  const { payment, call } = wish
  const attempt = await startSomewhere(deps, payment, wish)
  if (attempt === undefined) {
    await giveUp(deps, payment)
    return undefined
  }
  const nowMs = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const { state } = await lockPayment(tx, payment.reference)
    if (state !== 'created') return undefined
    invariant(canMovePayment(state, 'sent'), 'a new payment is sent')
    await changePayment(tx, payment.reference, {
      state: 'sent',
      gateway_reference: attempt.started.gatewayReference,
      start: attempt.started,
      lease_until: null,
      next_check_at: nowMs + FIRST_CHECK_MS,
      nowMs,
    })
    const sent = must(await findPayment(tx, payment.reference), 'sent payment')
    const answer = await toAnswer(tx, sent)
    await rowsOf(tx).storeAnswer(call, { ...answer, nowMs })
    return answer
  })
}

/** Starts a payment under the request's key, or returns the outcome of the same earlier request. */
export async function startPayment(deps: PaymentDeps, wish: PaymentWish, toAnswer: ToAnswer): Promise<Ended<Refusal>> {
  const begun = await beginPayment(deps, wish).catch((error: unknown): Ended<Refusal> => {
    if (!(error instanceof StartRefused)) throw error
    return { kind: 'refused', refusal: error.refusal }
  })
  if (begun.kind !== 'begun') return begun
  const answer = await sendPayment(deps, { ...wish, payment: begun.payment }, toAnswer)
  return answer === undefined ? { kind: 'refused', refusal: { code: 'payment_unavailable' } } : { kind: 'done', answer }
}
