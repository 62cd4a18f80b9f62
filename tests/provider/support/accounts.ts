import { expect } from 'vitest'
import { backgroundSettled } from '../../../provider/services/background.ts'
import type { SessionWire } from '../../../src/contract/auth.ts'
import type { TestProvider } from './test-provider.ts'

export const PASSWORD = 'a long garage door'

export const registration = (email: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  email,
  password: PASSWORD,
  first_name: 'Awa',
  last_name: 'Diop',
  country_code: 'SN',
  language: 'en',
  ...changes,
})

export const post = (provider: TestProvider, path: string, body: unknown): Promise<Response> =>
  provider.request('POST', `/api/v1${path}`, { body })

export interface RefreshCall {
  readonly token: string
  readonly key: string
}

export const sendRefresh = (provider: TestProvider, { token, key }: RefreshCall): Promise<Response> =>
  provider.request('POST', '/api/v1/auth/refresh', { body: { refresh_token: token }, key })

export async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T
}

export const codeOf = async (response: Response): Promise<string | undefined> =>
  (await readJson<{ code?: string }>(response)).code

/** Returns the newest mail to an address, after waiting for everything under way. */
export async function lastMail(provider: TestProvider, email: string) {
  await backgroundSettled()
  const mail = provider.mails.findLast(({ to }) => to === email)
  if (mail === undefined) throw new Error(`No mail to ${email}`)
  return mail
}

export async function lastCode(provider: TestProvider, email: string): Promise<string> {
  const { code } = await lastMail(provider, email)
  if (code === undefined) throw new Error(`The last mail to ${email} has no code`)
  return code
}

/** Registers and returns the registration's own secret, which must accompany the code. */
export async function register(
  provider: TestProvider,
  email: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await post(provider, '/auth/register', registration(email, changes))
  await backgroundSettled()
  return (await readJson<{ data: { registration_secret: string } }>(answer)).data.registration_secret
}

/** Registers, verifies and returns the session. */
export async function signUp(
  provider: TestProvider,
  email: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<SessionWire> {
  const secret = await register(provider, email, changes)
  const body = { email, code: await lastCode(provider, email), registration_secret: secret }
  const answer = await post(provider, '/auth/verify-email', body)
  const { token, ...rest } = await readJson<Omit<SessionWire, 'access_token'> & { token: string }>(answer)
  return { access_token: token, ...rest }
}

export const login = (provider: TestProvider, identifier: string, password: string = PASSWORD): Promise<Response> =>
  post(provider, '/auth/login', { identifier, password })

/** Returns a code that differs from `code`. */
export const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000')

export const expectRefusal = async (answer: Response, status: number, code: string): Promise<void> => {
  expect([answer.status, await codeOf(answer)]).toEqual([status, code])
}
