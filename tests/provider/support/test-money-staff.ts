import { runMembers } from '../../../provider/cli/members.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import type { MoneyAct } from '../../../src/contract/operator-money.ts'
import { lastCode } from './accounts.ts'
import { makeMember, makeOrganisation, type TestMember, type TestOrganisation } from './test-console.ts'
import { newKey } from './test-driver.ts'
import { operate } from './test-operators.ts'
import type { TestProvider } from './test-provider.ts'

let count = 0

export interface Staff extends TestMember {
  readonly organisation: TestOrganisation
}

/** Authorises a person for money cases, or withdraws that, as the command line does. */
export const nameForMoney = (provider: TestProvider, { email, organisation }: Staff, word: 'on' | 'off') =>
  runMembers({ db: createDatabase(provider.database.owner), config: provider.deps.config }, [
    ...['money', email, word, '--organisation', organisation.name],
  ])

/**
 * Creates a member of an organisation with these car parks, signed in to the console; the platform's own organisation
 * has none.
 */
export async function makeStaff(
  provider: TestProvider,
  { parkIds = [], isNamed = true }: { readonly parkIds?: readonly number[]; readonly isNamed?: boolean } = {},
): Promise<Staff> {
  const organisation = await makeOrganisation(provider, parkIds)
  const email = `staff-${String((count += 1))}@example.test`
  const staff = { ...(await makeMember(provider, organisation, { email })), organisation }
  if (isNamed) await nameForMoney(provider, staff, 'on')
  return staff
}

export interface Asked {
  readonly key: string
  readonly act: MoneyAct
}

export const toAsked = (act: MoneyAct): Asked => ({ key: newKey(), act })

const REASON = 'the gateway’s pages say so'

export const send = (provider: TestProvider, staff: Pick<Staff, 'key'>, { key, act }: Asked): Promise<Response> =>
  operate(provider, staff, ['POST', '/money/actions', { key, body: { act, reason: REASON } }])

const FACTOR = '/api/v1/console/money/second-factor'

export const beginAct = (provider: TestProvider, { key: token }: Pick<Staff, 'key'>, { key: request, act }: Asked) =>
  provider.request('POST', FACTOR, { token, body: { request, act } })

export const confirmAct = (
  provider: TestProvider,
  { key: token }: Pick<Staff, 'key'>,
  { key: request, act, ...proof }: Asked & { readonly code: string },
) => provider.request('POST', `${FACTOR}/confirm`, { token, body: { request, act, ...proof } })

/** Confirms an action with the code from the mail. */
export async function confirmByMail(provider: TestProvider, staff: Staff, asked: Asked): Promise<void> {
  provider.clock.advance(31_000)
  const begun = await beginAct(provider, staff, asked)
  if (!begun.ok) throw new Error(await begun.text())
  const shown = await confirmAct(provider, staff, { ...asked, code: await lastCode(provider, staff.email) })
  if (!shown.ok) throw new Error(await shown.text())
}

export async function doAct(provider: TestProvider, staff: Staff, act: MoneyAct): Promise<Response> {
  const asked = toAsked(act)
  await confirmByMail(provider, staff, asked)
  return send(provider, staff, asked)
}
