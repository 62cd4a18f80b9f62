import type { APIRequestContext } from '@playwright/test'
import type { Account } from './account.ts'
import { expect } from './fixtures.ts'

/** Top-ups in the wallet as the provider itself has them, minor units. */
export async function creditsOf(request: APIRequestContext, { accessToken }: Account): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request.get('/api/v1/wallet/transactions', { headers, params: { size: 100 } })
  expect(answer.status()).toBe(200)
  const { items }: { items: { kind: string; amount: number }[] } = await answer.json()
  return items.filter(({ kind }) => kind === 'top_up').map(({ amount }) => amount)
}

/** The driver pays on the gateway's page, and this browser hears nothing of it. */
export async function payElsewhere(request: APIRequestContext, reference: string): Promise<void> {
  const answer = await request.post(`/sandbox/pay/${reference}?outcome=pay`)
  expect(answer.status()).toBe(200)
}

export const isVerify = (url: URL): boolean => url.pathname === '/api/v1/wallet/verify-payment'
export const callback = (reference: string): string => `/wallet/callback?payment_reference=${reference}`
