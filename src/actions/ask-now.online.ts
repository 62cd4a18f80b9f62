import type { Booking } from '../contract/bookings.ts'
import type { VerifyPayment } from '../contract/payments.ts'
import type { NowCommand } from '../db/read/outbox.ts'
import type { Currency } from '../domain/money.ts'
import { must } from '../lib/assert.ts'
import { ok, type Result } from '../lib/result.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullBooking } from '../sync/pull/pull-bookings.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { askAgain, askNow, type NowError } from '../sync/requests/send-now.ts'
import type { Ack } from '../sync/requests/to-call.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

export type { Ack } from '../sync/requests/to-call.ts'

type AckOf<K extends Ack['kind']> = Extract<Ack, { readonly kind: K }>

/** Money moved: the balance on the screens follows without being waited for. */
const followMoney = (phone: Phone, userId: string, currency: Currency): void =>
  phone.inBackground(pullWallet(phone, userId, currency))

/** What is told can be seen: after a payment the balance and the booking are brought before the driver is told. */
async function followVerified(phone: Phone, userId: string, { data, status }: VerifyPayment): Promise<void> {
  if (status !== 'success' && status !== 'refunded') return
  const code = data.payment.outcome === 'booked' ? data.payment.booking_code : null
  // A failed pull leaves what was saved, which says how old it is.
  await Promise.all([
    pullWallet(phone, userId, data.currency),
    ...(code === null ? [] : [pullBooking(phone, userId, code)]),
  ])
}

async function followAnswer(phone: Phone, userId: string, ack: Ack): Promise<void> {
  if (ack.kind === 'booking') followMoney(phone, userId, ack.booking.currency)
  if (ack.kind === 'withdrawal') followMoney(phone, userId, ack.withdrawal.currency)
  if (ack.kind === 'verified') await followVerified(phone, userId, ack.answer)
}

/**
 * For the driver who tapped, and for nobody else: who it is was read once, before anything that takes time, and goes with the request
 * from there.
 */
const asDriver = <T extends Ack | null>(
  phone: Phone,
  send: (userId: string) => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await send(userId)
    if (!answer.ok) return answer
    if (answer.value !== null) await followAnswer(phone, userId, answer.value)
    phone.inBackground(persistStorage(phone))
    return answer
  })

/**
 * Asks for something that needs an answer now. Its key is stored before it is sent, so one tap has at most one effect, and a second tap
 * for the same, in any tab, goes on with the first. Where something must be read for the command, it is read in here: who tapped is known
 * before anything that takes time.
 */
export async function ask<K extends Ack['kind']>(
  phone: Phone,
  kind: K,
  command: NowCommand | (() => Promise<NowCommand>),
): Promise<Result<AckOf<K>, ActionError>> {
  const answer = await asDriver(phone, async (userId) =>
    askNow(phone, userId, typeof command === 'function' ? await command() : command),
  )
  return answer.ok ? ok(must(answer.value.kind === kind ? (answer.value as AckOf<K>) : null, `a ${kind}`)) : answer
}

/**
 * On the driver's tap: a request whose answer was lost, or that was only typed, goes again under its own key. What had arrived is
 * answered from the provider's memory, what had not takes effect now. Null: it is not there any more; a list shows how it ended.
 */
export const tryAgain = (id: string, phone: Phone = thisPhone): Promise<Result<Ack | null, ActionError>> =>
  asDriver(phone, (userId) => askAgain(phone, userId, id))

export const bookingOf = (answer: Result<AckOf<'booking'>, ActionError>): Result<Booking, ActionError> =>
  answer.ok ? ok(answer.value.booking) : answer
