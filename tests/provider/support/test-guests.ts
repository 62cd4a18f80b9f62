import type { SessionWire } from '../../../src/contract/auth.ts'
import { toUserId } from '../../../src/domain/ids.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export interface TestGuest extends TestDriver {
  readonly session: SessionWire
}

export const postGuest = (
  provider: TestProvider,
  contact: Readonly<Record<string, string>>,
  { key = newKey(), ...changes }: { readonly key?: string; readonly peer?: string } = {},
): Promise<Response> =>
  provider.request('POST', '/api/v1/front/guest', {
    body: { contact, country_code: 'CA', language: 'en' },
    key,
    ...changes,
  })

export function toGuest(session: SessionWire): TestGuest {
  return { session, userId: toUserId(session.user.user_id), token: () => Promise.resolve(session.access_token) }
}

export async function mustStartGuest(
  provider: TestProvider,
  contact: Readonly<Record<string, string>> = { email: 'guest@example.test' },
): Promise<TestGuest> {
  const answer = await postGuest(provider, contact)
  if (answer.status !== 201) throw new Error(`No guest: ${await answer.text()}`)
  return toGuest((await answer.json()) as SessionWire)
}

export const postKeep = (provider: TestProvider, guest: TestGuest, email: string): Promise<Response> =>
  provider.request('POST', '/api/v1/front/guest/keep', { token: guest.session.access_token, body: { email } })

export const postConfirm = (
  provider: TestProvider,
  guest: TestGuest,
  { code, key = newKey() }: { readonly code: string; readonly key?: string },
): Promise<Response> =>
  provider.request('POST', '/api/v1/front/guest/keep/confirm', {
    token: guest.session.access_token,
    key,
    body: { code },
  })
