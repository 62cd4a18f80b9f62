import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext } from '@playwright/test'
import { mustReadCode } from './sandbox-mail.ts'
import type { Language } from './words.ts'

export type CountryCode = 'NG' | 'CA' | 'SN' | 'US'

export interface Account {
  readonly email: string
  readonly password: string
  readonly accessToken: string
}

export const newEmail = (): string => `driver-${randomUUID().slice(0, 8)}@baywise.test`

/** Creates a verified account through the API; its wallet holds the welcome credit of its country. */
export async function createAccount(
  request: APIRequestContext,
  { country = 'CA', language = 'en' }: { readonly country?: CountryCode; readonly language?: Language } = {},
): Promise<Account> {
  const email = newEmail()
  const password = 'quiet harbour 42'
  const registered = await request.post('/api/v1/auth/register', {
    data: { email, password, first_name: 'Awa', last_name: 'Ndiaye', country_code: country, language },
  })
  expect(registered.status(), await registered.text()).toBe(201)
  const { data }: { data: { registration_secret: string } } = await registered.json()
  const code = await mustReadCode(request, email)
  const verified = await request.post('/api/v1/auth/verify-email', {
    data: { email, code, registration_secret: data.registration_secret },
  })
  expect(verified.status(), await verified.text()).toBe(200)
  const { token }: { token: string } = await verified.json()
  return { email, password, accessToken: token }
}

/** Reads everything the provider stores about an account, as its driver can export it. */
export async function readExport(request: APIRequestContext, { accessToken }: Account): Promise<unknown> {
  const answer = await request.get('/api/v1/users/me/export', { headers: { authorization: `Bearer ${accessToken}` } })
  const { data }: { data: unknown } = await answer.json()
  return data
}
