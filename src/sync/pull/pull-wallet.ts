import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { getWallet, listTransactions } from '../../api/wallet.ts'
import { PAGE_SIZE, TRANSACTION_PAGES } from '../../config/limits.ts'
import { applyTransactions, applyWallet } from '../../db/apply/wallet.ts'
import { routes } from '../../config/routes.ts'
import { readWallet } from '../../db/read/wallet.ts'
import type { Currency } from '../../domain/money.ts'
import { ok, type Result } from '../../lib/result.ts'
import { dropStill } from '../../lib/stills.ts'
import type { Phone } from '../phone.ts'

async function pullTransactions(phone: Phone, userId: string, currency: Currency): Promise<Result<null, ApiError>> {
  let pages = 1
  for (let page = 1; page <= Math.min(pages, TRANSACTION_PAGES); page += 1) {
    const answer = await listTransactions(clientAs(phone.client, userId), { currency, page, size: PAGE_SIZE })
    if (!answer.ok) return answer
    await applyTransactions(phone.dbs, userId, {
      currency,
      transactions: answer.value.items,
      savedAt: phone.clock.now(),
    })
    pages = answer.value.pages
  }
  return ok(null)
}

/** The balance and its latest transactions. */
export async function pullWallet(phone: Phone, userId: string, currency: Currency): Promise<Result<null, ApiError>> {
  const balance = await getWallet(clientAs(phone.client, userId), currency)
  if (!balance.ok) return balance
  const { value: known } = await readWallet(currency, phone.dbs)
  await applyWallet(phone.dbs, userId, { wallet: balance.value, savedAt: phone.clock.now() })
  // What the wallet's page looked like last shows another balance.
  if (known?.balance !== balance.value.balance || known.held !== balance.value.held) dropStill(routes.wallet.href())
  return pullTransactions(phone, userId, currency)
}
