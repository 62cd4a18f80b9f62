import type { OperatorRole } from '../../../src/domain/operator-role.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { ensureOrganisation, takeParks } from '../../../provider/repositories/organisations.ts'
import { inviteMember, toInvitationMail } from '../../../provider/services/console-members.ts'
import { lastCode, readJson, signUp } from './accounts.ts'
import { newKey } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export interface TestOrganisation {
  readonly id: string
  readonly name: string
}

let made = 0

export async function makeOrganisation(provider: TestProvider, parkIds: readonly number[]): Promise<TestOrganisation> {
  made += 1
  const { db } = provider.deps
  const row = await ensureOrganisation(db, {
    id: uuid7(),
    name: `Company ${String(made)}`,
    nowMs: provider.clock.now(),
  })
  await takeParks(db, row.organisation_id, parkIds)
  return { id: row.organisation_id, name: row.name }
}

export interface Invitee {
  readonly email: string
  readonly role?: OperatorRole
  readonly parks?: readonly string[] | null
}

/** Invites as the command line does; returns the code in the mail's link. */
export async function invite(
  provider: TestProvider,
  { id: organisationId }: TestOrganisation,
  { email, role = 'owner', parks = null }: Invitee,
): Promise<string> {
  const body = { email, role, parks: parks === null ? null : [...parks] }
  const asked = { organisationId, body, nowMs: provider.clock.now() }
  const invited = await provider.deps.db.transaction((tx) => inviteMember(tx, asked))
  if (!invited.ok) throw new Error(`Not invited: ${JSON.stringify(invited.error)}`)
  const { text } = toInvitationMail(invited.value, 'en', 'http://localhost:4173')
  return /\/operator#invitation=([\w-]{43})\n/.exec(text)?.[1] ?? ''
}

export const accept = (provider: TestProvider, token: string, code: string): Promise<Response> =>
  provider.request('POST', '/api/v1/console/invitations/accept', { token, key: newKey(), body: { code } })

export const askFactor = (provider: TestProvider, token: string): Promise<Response> =>
  provider.request('POST', '/api/v1/console/second-factor', { token })

export const openWith = (provider: TestProvider, token: string, body: object): Promise<Response> =>
  provider.request('POST', '/api/v1/console/sessions', { token, body })

export interface TestMember {
  readonly email: string
  /** The driver's own token. */
  readonly driver: string
  /** The refresh token, with which the driver's session is ended. */
  readonly refresh?: string
  /** The console's token. */
  readonly key: string
  readonly keyId: string
}

/** Opens the console with the code from the email. */
export async function openConsole(
  provider: TestProvider,
  { email, driver }: Pick<TestMember, 'email' | 'driver'>,
  organisation: TestOrganisation,
): Promise<TestMember> {
  provider.clock.advance(31_000)
  await askFactor(provider, driver)
  const code = await lastCode(provider, email)
  const answer = await openWith(provider, driver, { organisation_id: organisation.id, code })
  if (answer.status !== 201) throw new Error(await answer.text())
  const { data } = await readJson<{ data: { token: string; operator: { key_id: string } } }>(answer)
  return { email, driver, key: data.token, keyId: data.operator.key_id }
}

/** Creates a new member who was invited, accepted, and signed in to the console. */
export async function makeMember(
  provider: TestProvider,
  organisation: TestOrganisation,
  invitee: Invitee,
): Promise<TestMember> {
  const { access_token: driver, refresh_token: refresh } = await signUp(provider, invitee.email)
  const accepted = await accept(provider, driver, await invite(provider, organisation, invitee))
  if (!accepted.ok) throw new Error(await accepted.text())
  return { ...(await openConsole(provider, { email: invitee.email, driver }, organisation)), refresh }
}
