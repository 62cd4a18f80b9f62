import type { Context } from 'hono'
import { getCountry } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { WalletRow } from '../repositories/wallet.ts'

/** Returns the wallet of the requested currency, else of the account's country. Undefined when the account is gone. */
export async function getWallet(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  asked: Currency | undefined,
): Promise<(WalletRow & { currency: Currency }) | undefined> {
  const user = await deps.store.findUser(c.get('userId'))
  if (user === undefined) return undefined
  const currency = asked ?? getCountry(user.country_code).currency
  const wallet = await deps.store.openWallet({
    userId: user.user_id,
    currency,
    sandbox: deps.config.welcomeCredit,
    nowMs: deps.clock.now(),
  })
  return { ...wallet, currency }
}
