import type { ApiError } from '../api/api-error.ts'
import { deleteSavedMethod, getAutoTopUp, putAutoTopUp } from '../api/auto-top-up.ts'
import { type Client, clientAs } from '../api/client.ts'
import type { AutoTopUp, AutoTopUpBody } from '../contract/payments.ts'
import { applyAutoTopUp } from '../db/apply/wallet.ts'
import type { Currency } from '../domain/money.ts'
import type { Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

type Told = Promise<Result<AutoTopUp, ActionError>>

export const refreshAutoTopUp = (currency: Currency, phone: Phone = thisPhone): Told =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getAutoTopUp(phone.client, currency)
    if (answer.ok) await applyAutoTopUp(phone.dbs, userId, answer.value)
    return answer
  })

/** Nothing is stored before it is sent: set twice it is set once, and the next refresh tells what a lost answer said. */
const change = (phone: Phone, send: (client: Client, key: string) => Promise<Result<AutoTopUp, ApiError>>): Told =>
  attemptAsUser(phone, async (userId) => {
    const key = uuid7(phone.clock.now(), phone.random)
    const result = await sendUntilAnswered(phone, () => send(clientAs(phone.client, userId), key))
    if (result.ok) await applyAutoTopUp(phone.dbs, userId, result.value)
    return result
  })

/** Refused with `amount_out_of_range` (fields threshold, amount, monthly_cap) and, without a saved method, `payment_unavailable`. */
export const setAutoTopUp = (body: AutoTopUpBody, phone: Phone = thisPhone): Told =>
  change(phone, (client, key) => putAutoTopUp(client, key, body))

/** Switches the automatic top-up off too. */
export const removeSavedMethod = (currency: Currency, phone: Phone = thisPhone): Told =>
  change(phone, (client, key) => deleteSavedMethod(client, key, currency))
