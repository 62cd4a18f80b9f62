import type { Referral } from '../../../src/contract/referrals.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { insertTerms, type TermsRow } from '../../../provider/repositories/referral-reads.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** Sets terms: C$5 and C$4, for a stay of C$3 or more, three in 30 days. */
export const giveTerms = (provider: TestProvider, changes: Partial<TermsRow> = {}): Promise<unknown> =>
  insertTerms(provider.deps.db, {
    ...{ country_code: 'CA', valid_from: toInstant(provider.clock.now()), currency: 'CAD', active: true, demo: false },
    ...{ referrer_minor: 500, referred_minor: 400, minimum_minor: 300, monthly_limit: 3 },
    ...changes,
  })

/** Each driver has their own phone. */
const deviceOf = ({ userId }: TestDriver): string => userId

export async function referralOf(
  provider: TestProvider,
  driver: TestDriver,
  device = deviceOf(driver),
): Promise<Referral> {
  const answer = await provider.request('PUT', '/api/v1/referral', { token: await driver.token(), body: { device } })
  if (answer.status !== 200) throw new Error(`No code: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: Referral }).data
}

export const postEntry = async (
  provider: TestProvider,
  driver: TestDriver,
  {
    code,
    device = deviceOf(driver),
    key = newKey(),
  }: { readonly code: string; readonly device?: string; readonly key?: string },
): Promise<Response> =>
  provider.request('POST', '/api/v1/referral/enter', { token: await driver.token(), key, body: { code, device } })

/** Enters the code of `referrer` for `driver`. */
export async function mustEnter(provider: TestProvider, driver: TestDriver, referrer: TestDriver): Promise<Referral> {
  const answer = await postEntry(provider, driver, { code: (await referralOf(provider, referrer)).code })
  if (answer.status !== 200) throw new Error(`Not entered: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: Referral }).data
}
