import { pullStart } from '../../db/apply/pull-order.ts'
import { clientAs } from '../../api/client.ts'
import { getReceipt } from '../../api/payments.ts'
import { listTransactions } from '../../api/wallet.ts'
import { applyReceipt } from '../../db/apply/payments.ts'
import { applyTransactions } from '../../db/apply/wallet.ts'
import { readReceiptsWanted } from '../../db/read/receipts.ts'
import type { Currency } from '../../domain/money.ts'
import type { AppContext } from '../app-context.ts'

/** About 0.7 kB each on the wire: a phone new to a driver fetches this many once, later one per payment. */
const KEPT_LATEST = 10
/** The provider numbers charges in ledger order, every two seconds. */
const NUMBERED_AFTER_MS = 5_000
/** A charge that has had no number for longer will not get one soon. */
const RECENT_MS = 60_000

const waiting = new WeakSet<AppContext>()

/**
 * Fetches the receipts of the latest payments, so that they open with no signal. The next pull fetches those that fail.
 * Returns whether a recent charge still waits for its number.
 */
async function fetchMissing(phone: AppContext, userId: string, currency: Currency): Promise<boolean> {
  const sinceMs = phone.serverNow() - RECENT_MS
  const { missing, isOneComing } = await readReceiptsWanted(phone.dbs, userId, {
    currency,
    limit: KEPT_LATEST,
    sinceMs,
  })
  for (const number of missing) {
    const answer = await getReceipt(clientAs(phone.client, userId), number)
    if (!answer.ok) break
    await applyReceipt(phone.dbs, userId, { receipt: answer.value, savedAt: phone.clock.now() })
  }
  return isOneComing
}

/** Pulls the latest transactions once more: by then a recent charge has its number. */
async function followUp(phone: AppContext, userId: string, currency: Currency): Promise<void> {
  await phone.wait(NUMBERED_AFTER_MS)
  const since = await pullStart(phone.dbs, userId)
  const answer = await listTransactions(clientAs(phone.client, userId), { currency, page: 1, size: KEPT_LATEST })
  if (!answer.ok) return
  const pull = { currency, transactions: answer.value.items, since, savedAt: phone.clock.now() }
  if (await applyTransactions(phone.dbs, userId, pull)) await fetchMissing(phone, userId, currency)
}

/**
 * Runs after a pull of transactions. The number of a charge appears some seconds later and is awaited in the
 * background.
 */
export async function pullReceipts(phone: AppContext, userId: string, currency: Currency): Promise<void> {
  if (!(await fetchMissing(phone, userId, currency)) || waiting.has(phone)) return
  waiting.add(phone)
  phone.inBackground(followUp(phone, userId, currency).finally(() => waiting.delete(phone)))
}
