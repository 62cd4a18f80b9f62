import { type ApiError, isOutcomeUnknown } from '../api/api-error.ts'
import { type Client, clientAs } from '../api/client.ts'
import { applyWish, applyWishGone, applyWishState } from '../db/apply/payments.ts'
import type { MoneyWish, PaymentWishRow } from '../db/read/payments.ts'
import { err, type Result } from '../lib/result.ts'
import type { Phone } from '../sync/phone.ts'
import { intentLock, type PushError } from '../sync/push/push.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'

export interface WishSending<W extends MoneyWish, T> {
  readonly userId: string
  readonly row: PaymentWishRow<W>
  readonly send: (client: Client, row: PaymentWishRow<W>) => Promise<Result<T, ApiError>>
  /** Stores the answer, and the wish's end with it. */
  readonly onDone: (answer: T) => Promise<unknown>
}

type Sent<T> = Promise<Result<T, ApiError | PushError>>

/** No request under this key had an effect. Too many requests says that of the last one alone. */
const isRefusal = (error: ApiError): boolean =>
  error.kind === 'problem' && error.status !== 429 && !isOutcomeUnknown(error)

async function sendAndSettle<W extends MoneyWish, T>(phone: Phone, sending: WishSending<W, T>): Sent<T> {
  const { userId, row, send, onDone } = sending
  const client = clientAs(phone.client, userId)
  const { result, isLost } = await sendUntilAnswered(phone, () => send(client, row))
  if (result.ok) {
    await onDone(result.value)
    return result
  }
  const { error } = result
  if ((isLost || row.state === 'unknown') && !isRefusal(error)) {
    await applyWishState(phone.dbs, userId, { id: row.id, state: 'unknown' })
    return err(isOutcomeUnknown(error) ? { kind: 'outcome_unknown', intentId: row.id } : error)
  }
  // What was kept is still wanted, until its driver says otherwise.
  if (row.state === 'kept') await applyWishState(phone.dbs, userId, { id: row.id, state: 'kept' })
  else await applyWishGone(phone.dbs, userId, row.id)
  return err(error)
}

/** The wish and its key are stored, then sent; a lost answer is asked for with the same key, so one tap has one effect. */
export const sendWish = <W extends MoneyWish, T>(phone: Phone, sending: WishSending<W, T>): Sent<T> =>
  phone.locks.run(intentLock(sending.row.id), async (): Sent<T> => {
    const { row, userId } = sending
    const sent = row.state === 'kept' ? { ...row, state: 'sending' as const } : row
    const isStored = await applyWish(phone.dbs, userId, sent)
    return isStored ? sendAndSettle(phone, sending) : err({ kind: 'signed_out' })
  })
