import type { APIRequestContext } from '@playwright/test'
import type { Account } from './account.ts'
import { expect } from './fixtures.ts'

/** Returns the wallet's top-ups according to the provider, in minor units. */
export async function creditsOf(request: APIRequestContext, { accessToken }: Account): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request.get('/api/v1/wallet/transactions', { headers, params: { size: 100 } })
  expect(answer.status()).toBe(200)
  const { items }: { items: { kind: string; amount: number }[] } = await answer.json()
  return items.filter(({ kind }) => kind === 'top_up').map(({ amount }) => amount)
}

/** Pays on the gateway's page, in another browser. */
export async function payElsewhere(request: APIRequestContext, reference: string): Promise<void> {
  const answer = await request.post(`/sandbox/pay/${reference}?outcome=pay`)
  expect(answer.status()).toBe(200)
}

export const isVerify = (url: URL): boolean => url.pathname === '/api/v1/wallet/verify-payment'
export const callback = (reference: string): string => `/wallet/callback?payment_reference=${reference}`
