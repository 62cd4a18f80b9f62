import type { Booking } from '../contract/bookings.ts'
import type { VerifyPayment } from '../contract/payments.ts'
import type { NowCommand } from '../db/read/outbox.ts'
import type { Currency } from '../domain/money.ts'
import { must, unreachable } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { discardRow } from '../outbox/enqueue/change.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import { isReachable, probe } from '../sync/probe.ts'
import { pullBooking } from '../sync/pull/pull-bookings.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { giveUp } from '../sync/requests/give-up.ts'
import { askAgain, askNow, type NowError, noteTap, type Tap } from '../sync/requests/send-now.ts'
import type { Ack } from '../sync/requests/to-call.ts'
import type { ActionError, ActionRefusal } from './failures.ts'
import { forUser, withSameSession, withStorage } from './requests.ts'

type Problem = Extract<NowError, { readonly kind: 'problem' }>

const toRefusal = ({ code, detail, fields, extra, retryAfterMs }: Problem): ActionRefusal => ({
  kind: 'refused',
  code,
  detail,
  extra,
  ...(fields.length === 0 ? {} : { fields }),
  ...(retryAfterMs === null ? {} : { retryAfterMs }),
})

/** Checks whether the connection is gone before blaming the provider. */
async function blame(phone: AppContext, otherwise: 'timeout' | 'invalid_response'): Promise<ActionError> {
  return (await probe(phone)).state === 'offline' ? { kind: 'offline' } : { kind: otherwise }
}

export async function toActionError(phone: AppContext, error: NowError): Promise<ActionError> {
  switch (error.kind) {
    case 'problem':
      return toRefusal(error)
    case 'network':
    case 'timeout':
      return blame(phone, 'timeout')
    case 'foreign':
    case 'mismatch':
    case 'unechoed':
      return blame(phone, 'invalid_response')
    case 'invalid_response':
    case 'signed_out':
      return { kind: error.kind }
    case 'not_saved':
    case 'outbox_full':
    case 'outcome_unknown':
    case 'too_old':
    case 'unknown_outcome_ahead':
      return error
    default:
      return unreachable(error)
  }
}

/** Sends once if the provider can be reached. */
export const attempt = <T>(
  phone: AppContext,
  send: () => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> => withStorage(() => attemptOnce(phone, send))

async function attemptOnce<T>(
  phone: AppContext,
  send: () => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> {
  if (!(await isReachable(phone))) return err({ kind: 'offline' })
  const result = await send()
  return result.ok ? result : err(await toActionError(phone, result.error))
}

/** Like `attempt`, for the signed-in driver. `note` reads what must be known at the tap, before anything slow. */
const attemptNoted = <N, T>(
  phone: AppContext,
  note: (userId: string) => Promise<N>,
  send: (noted: N) => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> =>
  withStorage(() =>
    withSameSession(phone.dbs, async ({ user, live }) => {
      if (!live) return err({ kind: 'signed_out' })
      const noted = await note(user.user_id)
      return attemptOnce(phone, () => send(noted))
    }),
  )

/** Like `attempt`, for the signed-in driver. */
export const attemptAsUser = <T>(
  phone: AppContext,
  send: (userId: string) => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> => attemptNoted(phone, (userId) => Promise.resolve(userId), send)

export type { Ack } from '../sync/requests/to-call.ts'

type AckOf<K extends Ack['kind']> = Extract<Ack, { readonly kind: K }>

/** Money has moved: updates the displayed balance in the background. */
const followMoney = (phone: AppContext, userId: string, currency: Currency): void =>
  phone.inBackground(pullWallet(phone, userId, { currency }))

/** After a payment, pulls the balance and the booking first, so that the driver can see what they are told. */
async function followVerified(phone: AppContext, userId: string, { data, status }: VerifyPayment): Promise<void> {
  if (status !== 'success' && status !== 'refunded') return
  const code = data.payment.outcome === 'booked' ? data.payment.booking_code : null
  // A failed pull leaves the saved data, which shows its age.
  await Promise.all([
    pullWallet(phone, userId, { currency: data.currency }),
    ...(code === null ? [] : [pullBooking(phone, userId, code)]),
  ])
}

async function followAnswer(phone: AppContext, userId: string, ack: Ack): Promise<void> {
  if (ack.kind === 'booking') followMoney(phone, userId, ack.booking.currency)
  if (ack.kind === 'order') followMoney(phone, userId, ack.order.currency)
  if (ack.kind === 'gift') followMoney(phone, userId, ack.gift.currency)
  if (ack.kind === 'renewal') followMoney(phone, userId, ack.renewal.currency)
  if (ack.kind === 'subscription') followMoney(phone, userId, ack.subscription.currency)
  if (ack.kind === 'redeemed') followMoney(phone, userId, ack.redeemed.currency)
  if (ack.kind === 'withdrawal') followMoney(phone, userId, ack.withdrawal.currency)
  if (ack.kind === 'verified') await followVerified(phone, userId, ack.answer)
}

/**
 * Runs only for the driver who tapped: their id is read once, before anything slow, and stays with the request from
 * there.
 */
const asDriver = <T extends Ack | null>(
  phone: AppContext,
  send: (tap: Tap) => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> =>
  attemptNoted(
    phone,
    (userId) => noteTap(phone, userId),
    async (tap) => {
      const answer = await send(tap)
      if (!answer.ok) return answer
      if (answer.value !== null) await followAnswer(phone, tap.userId, answer.value)
      phone.inBackground(persistStorage(phone))
      return answer
    },
  )

/**
 * Makes a request that needs an answer at once. Its key is stored before it is sent, so one tap has at most one effect,
 * and a second tap for the same request, in any tab, continues the first. Data for the command is read inside: the
 * driver is determined before anything slow.
 */
export async function ask<K extends Ack['kind']>(
  phone: AppContext,
  kind: K,
  command: NowCommand | (() => Promise<NowCommand>),
): Promise<Result<AckOf<K>, ActionError>> {
  const answer = await asDriver(phone, async (tap) =>
    askNow(tap, typeof command === 'function' ? await command() : command),
  )
  return answer.ok ? ok(must(answer.value.kind === kind ? (answer.value as AckOf<K>) : null, `a ${kind}`)) : answer
}

/**
 * On the driver's tap: resends a request whose answer was lost, or a draft, under its own key. If it had arrived, the
 * provider replays its answer; otherwise it takes effect now. Returns null when it is gone; a list shows how it ended.
 */
export const tryAgain = (id: string, phone: AppContext = appContext): Promise<Result<Ack | null, ActionError>> =>
  asDriver(phone, ({ userId }) => askAgain(phone, userId, id))

export const bookingOf = (answer: Result<AckOf<'booking'>, ActionError>): Result<Booking, ActionError> =>
  answer.ok ? ok(answer.value.booking) : answer

/**
 * Removes a request. An unsent one is removed at once, even with no signal; a sent one only after the provider has
 * promised that it will not happen. `was_done`: it had succeeded after all. `too_old`: the outcome cannot be
 * determined, as a list then shows.
 */
export const removeRequest = (
  id: string,
  phone: AppContext = appContext,
): Promise<Result<'discarded' | 'was_done' | 'too_old', ActionError>> =>
  forUser(phone, async (userId) => {
    const became = await discardRow({ dbs: phone.dbs, userId, id, now: phone.clock.now() })
    if (became === 'done') return ok('was_done')
    if (became === 'discarded') return ok('discarded')
    return attemptAsUser(phone, () => giveUp(phone, userId, id))
  })
