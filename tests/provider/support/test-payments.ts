import { backgroundSettled } from '../../../provider/services/background.ts'
import { signSandboxWebhook } from '../../../provider/gateways/sandbox.ts'
import { reconcile, sumLedger } from '../../../provider/repositories/ledger.ts'
import type { AddFunds, PaymentWire, VerifyPayment } from '../../../src/contract/payments.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export interface TopUpOptions {
  readonly amount?: unknown
  readonly currency?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const postTopUp = async (
  provider: TestProvider,
  driver: TestDriver,
  { amount = 2_500, currency = 'CAD', key = newKey(), headers = {} }: TopUpOptions = {},
): Promise<Response> =>
  provider.request('POST', '/api/v1/wallet/add-funds', {
    token: await driver.token(),
    key,
    headers,
    body: { amount, currency },
  })

export async function mustTopUp(
  provider: TestProvider,
  driver: TestDriver,
  options: TopUpOptions = {},
): Promise<AddFunds> {
  const answer = await postTopUp(provider, driver, options)
  if (answer.status !== 200) throw new Error(`Top-up refused: ${await answer.text()}`)
  return ((await answer.json()) as { data: AddFunds }).data
}

/** Taps `outcome` on the sandbox gateway's page. Resolves once the webhooks that follow have arrived. */
export async function onPage(provider: TestProvider, reference: string, outcome: string): Promise<Response> {
  return provider.request('POST', `/sandbox/pay/${reference}?outcome=${outcome}`)
}

/** Takes the money at the gateway without telling the provider, as if the webhook were lost. */
export async function payInSilence(provider: TestProvider, reference: string): Promise<void> {
  await provider.deps.db.query(`update sandbox_charges set status = 'paid', paid_at = $2 where reference = $1`, [
    reference,
    new Date(provider.clock.now()),
  ])
}

export const postVerify = async (
  provider: TestProvider,
  driver: TestDriver,
  { language = 'en', ...query }: Readonly<Record<string, string>>,
): Promise<Response> =>
  provider.request('POST', `/api/v1/wallet/verify-payment?${new URLSearchParams(query).toString()}`, {
    token: await driver.token(),
    key: newKey(),
    headers: { 'accept-language': language },
  })

export async function verify(provider: TestProvider, driver: TestDriver, reference: string): Promise<VerifyPayment> {
  const answer = await postVerify(provider, driver, { payment_reference: reference })
  return (await answer.json()) as VerifyPayment
}

export async function getPayment(provider: TestProvider, driver: TestDriver, reference: string): Promise<PaymentWire> {
  const answer = await provider.request('GET', `/api/v1/payments/${reference}`, { token: await driver.token() })
  return ((await answer.json()) as { data: PaymentWire }).data
}

export interface TestEvent {
  readonly id?: string
  readonly type?: string
  /** How long ago the webhook was signed. */
  readonly ageMs?: number
  /** Changes the webhook after it was signed. */
  readonly tamper?: (webhook: { body: Uint8Array; headers: Headers }) => { body: Uint8Array; headers: Headers }
}

/** Sends a webhook as the sandbox gateway would; resolves once its effects have happened. */
export async function postWebhook(provider: TestProvider, reference: string, event: TestEvent = {}): Promise<Response> {
  const { id = newKey(), type = 'charge.paid', ageMs = 0, tamper = (webhook) => webhook } = event
  const signed = await signSandboxWebhook(provider.deps.db, {
    id,
    type,
    reference,
    nowMs: provider.clock.now() - ageMs,
  })
  const { body, headers } = tamper(signed)
  const request = new Request('http://localhost/api/v1/webhooks/sandbox', {
    method: 'POST',
    headers,
    body: Buffer.from(body),
  })
  const answer = await provider.app.fetch(request)
  await backgroundSettled()
  return answer
}

/** Counts the credits of a payment in the ledger, and checks that all of it still adds up. */
export async function creditsOf(provider: TestProvider, reference: string): Promise<number> {
  const rows = await provider.deps.db.query('select 1 from postings where key = $1', [`top_up:${reference}`])
  const differences = await reconcile(provider.deps.db)
  if (differences.length > 0) throw new Error(`The ledger differs: ${JSON.stringify(differences)}`)
  if ((await sumLedger(provider.deps.db)) !== 0) throw new Error('The ledger does not sum to zero')
  return rows.length
}
