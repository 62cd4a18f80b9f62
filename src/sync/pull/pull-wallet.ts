import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { getWallet, listTransactions } from '../../api/wallet.ts'
import { PAGE_SIZE, TRANSACTION_PAGES } from '../../config/limits.ts'
import { pullStart } from '../../db/apply/pull-order.ts'
import { applyTransactions, applyWallet } from '../../db/apply/wallet.ts'
import type { Currency } from '../../domain/money.ts'
import { routes } from '../../config/routes.ts'
import { deletePageSnapshot } from '../../lib/page-snapshots.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { pullReceipts } from './pull-receipts.ts'
import { type Pulled, untilLanded } from './until-landed.ts'

interface Question {
  readonly currency: Currency
  /** From `pullStart`. */
  readonly since: number
}

/** Pulls the first `pages` pages. `dropped`: the driver is signed out. */
export async function pullTransactions(
  phone: AppContext,
  userId: string,
  { currency, since, pages: most }: Question & { readonly pages: number },
): Promise<Result<'stored' | 'dropped', ApiError>> {
  let [page, pages, isOwn] = [0, 1, true]
  while (isOwn && page < Math.min(pages, most)) {
    page += 1
    const answer = await listTransactions(clientAs(phone.client, userId), { currency, page, size: PAGE_SIZE })
    if (!answer.ok) return answer
    const pull = { currency, transactions: answer.value.items, since, savedAt: phone.clock.now() }
    isOwn = await applyTransactions(phone.dbs, userId, pull)
    pages = answer.value.pages
  }
  return ok(isOwn ? 'stored' : 'dropped')
}

async function askBalance(
  phone: AppContext,
  userId: string,
  { currency, since }: Question,
): Promise<Result<Pulled<null>, ApiError>> {
  const balance = await getWallet(clientAs(phone.client, userId), currency)
  if (!balance.ok) return balance
  const landing = await applyWallet(phone.dbs, userId, {
    wallet: balance.value,
    since,
    savedAt: phone.clock.now(),
    // The last snapshot of the wallet's page shows another balance.
    ifOther: () => deletePageSnapshot(routes.wallet.href()),
  })
  return ok({ value: null, landing })
}

/**
 * Pulls the balance, its latest transactions and their receipts. `begun`: its start, when other lists are pulled with
 * it.
 */
export async function pullWallet(
  phone: AppContext,
  userId: string,
  { currency, begun }: { readonly currency: Currency; readonly begun?: number },
): Promise<Result<null, ApiError>> {
  const since = begun ?? (await pullStart(phone.dbs, userId))
  const ask = (at: number) => askBalance(phone, userId, { currency, since: at })
  const balance = await untilLanded(phone, { userId, begun: since, ask })
  if (!balance.ok) return balance
  const pulled = await pullTransactions(phone, userId, { currency, since, pages: TRANSACTION_PAGES })
  if (!pulled.ok) return pulled
  if (pulled.value === 'stored') await pullReceipts(phone, userId, currency)
  return ok(null)
}
