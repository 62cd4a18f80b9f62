import { expect } from 'vitest'
import type { Transaction } from '../../../src/contract/wallet.ts'
import { reconcile, sumLedger } from '../../../provider/repositories/ledger.ts'
import { auditGateways } from '../../../provider/services/payments-audit.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import { mustTopUp, onPage } from './test-payments.ts'
import type { TestProvider } from './test-provider.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** Sends a request as that driver; writes get a new key each. */
export async function sendAs(provider: TestProvider, driver: TestDriver, { method, path, body }: Asked) {
  const options = { token: await driver.token(), ...(method === 'GET' ? {} : { key: newKey() }) }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

/** Makes a paid top-up; returns its reference. */
export async function payIn(provider: TestProvider, driver: TestDriver, amount: number): Promise<string> {
  const { reference } = await mustTopUp(provider, driver, { amount })
  await onPage(provider, reference, 'pay')
  return reference
}

/** Returns the transactions, newest first. */
export async function transactionsOf(
  provider: TestProvider,
  driver: TestDriver,
): Promise<ReadonlyArray<readonly [kind: string, amount: number]>> {
  const answer = await sendAs(provider, driver, { method: 'GET', path: '/wallet/transactions?currency=CAD&size=50' })
  const { items } = (await answer.json()) as { items: Transaction[] }
  return items.map(({ kind, amount }) => [kind, amount] as const)
}

/** Expects ledger, wallets and the gateway's books of this payment to agree to the cent. */
export async function expectSoundMoney({ deps }: TestProvider, reference: string): Promise<void> {
  expect(await reconcile(deps.db)).toEqual([])
  expect(await sumLedger(deps.db)).toBe(0)
  const { differences } = await auditGateways(deps)
  expect(differences.filter(({ subject }) => subject.includes(reference))).toEqual([])
}
