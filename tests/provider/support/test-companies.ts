import { runCompanies } from '../../../provider/cli/companies.ts'
import type { Company, CompanyDetail } from '../../../src/contract/companies.ts'
import { must } from '../../../src/lib/assert.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import { onPage } from './test-payments.ts'
import type { TestProvider } from './test-provider.ts'

export interface TestCompany {
  readonly id: string
  readonly admin: TestDriver
}

export const emailOf = ({ userId }: TestDriver): string => `${userId}@example.test`

interface Asked {
  readonly body?: unknown
  readonly method?: string
}

export async function askCompany(
  provider: TestProvider,
  driver: TestDriver,
  ...[path, { body, method: given } = {}]: [path: string, asked?: Asked]
): Promise<Response> {
  const method = given ?? (body === undefined ? 'GET' : 'POST')
  return provider.request(method, `/api/v1/companies${path}`, {
    token: await driver.token(),
    ...(method === 'GET' ? {} : { key: newKey() }),
    ...(body === undefined ? {} : { body }),
  })
}

/** Sends the company request of a driver, who writes from their own address. */
export async function askForCompany(provider: TestProvider, driver: TestDriver, name = 'Clean & Co'): Promise<string> {
  const body = { topic: 'business', name: 'Awa', email: emailOf(driver), company: name, text: 'Twelve vans.' }
  const answer = await provider.request('POST', '/api/v1/contact', { token: await driver.token(), key: newKey(), body })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { data: { message_id: string } }).data.message_id
}

export async function companiesOf(provider: TestProvider, driver: TestDriver): Promise<readonly Company[]> {
  return ((await (await askCompany(provider, driver, '')).json()) as { items: Company[] }).items
}

export async function detailOf(provider: TestProvider, { id, admin }: TestCompany): Promise<CompanyDetail> {
  return ((await (await askCompany(provider, admin, `/${id}`)).json()) as { data: CompanyDetail }).data
}

/** Opens a company: approved, joined by its administrator, and with that balance in its wallet. */
export async function openCompany(
  provider: TestProvider,
  admin: TestDriver,
  balanceMinor = 20_000,
): Promise<TestCompany> {
  const id = await askForCompany(provider, admin)
  const { exitCode, lines } = await runCompanies(provider.deps.db, ['approve', id])
  if (exitCode !== 0) throw new Error(lines.join('\n'))
  await companiesOf(provider, admin)
  const started = await askCompany(provider, admin, `/${id}/add-funds`, { body: { amount: balanceMinor } })
  const { data } = (await started.json()) as { data: { reference: string } }
  await onPage(provider, data.reference, 'pay')
  return { id, admin }
}

export interface TestLimits {
  readonly role?: string
  readonly booking_limit?: number | null
  readonly month_limit?: number | null
}

/** Invites a driver, or changes the member's limits, and has the driver join. */
export async function addMember(
  provider: TestProvider,
  { id, admin }: TestCompany,
  ...[driver, limits = {}]: [driver: TestDriver, limits?: TestLimits]
): Promise<void> {
  const body = { email: emailOf(driver), role: 'driver', booking_limit: null, month_limit: null, ...limits }
  const answer = await askCompany(provider, admin, `/${id}/members`, { body })
  if (answer.status !== 200) throw new Error(await answer.text())
  await companiesOf(provider, driver)
}

export async function memberIdOf(provider: TestProvider, company: TestCompany, driver: TestDriver): Promise<string> {
  const { members } = await detailOf(provider, company)
  const isIt = ({ email }: { readonly email: string }): boolean => email === emailOf(driver)
  return must(members.find(isIt), 'member').member_id
}

export const removeMember = (provider: TestProvider, { id, admin }: TestCompany, memberId: string): Promise<Response> =>
  askCompany(provider, admin, `/${id}/members/${memberId}`, { method: 'DELETE' })

export const removeDriver = async (
  provider: TestProvider,
  company: TestCompany,
  driver: TestDriver,
): Promise<Response> => removeMember(provider, company, await memberIdOf(provider, company, driver))
