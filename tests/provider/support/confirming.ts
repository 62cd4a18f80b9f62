import * as v from 'valibot'
import { moneyFactorBody } from '../../../src/contract/second-factor.ts'
import type { TestProvider } from './test-provider.ts'

type Confirmed = Pick<TestProvider, 'app' | 'deps'>

const isWithdrawal = ({ method, url }: Request): boolean =>
  method === 'POST' && new URL(url).pathname.endsWith('/wallet/withdrawals')

const toBody = async (request: Request): Promise<object> => {
  try {
    return (await request.json()) as object
  } catch {
    return {}
  }
}

/** Records the second factor as shown for exactly this request, if the request is well formed. */
async function showFactor({ deps }: Confirmed, request: Request): Promise<void> {
  const bearer = await deps.tokens.verify((request.headers.get('authorization') ?? '').slice('Bearer '.length))
  const { note: _note, ...body } = (await toBody(request)) as { readonly note?: string }
  const asked = v.safeParse(moneyFactorBody, { ...body, request: request.headers.get('idempotency-key') })
  if (!bearer.ok || !asked.success) return
  const { amount, currency, request: key } = asked.output
  const nowMs = deps.clock.now()
  await deps.db.query(
    `insert into second_factors (family_id, purpose, code_hash, expires_at, shown_at)
     select family_id, $2, '', $3, $4 from refresh_families where family_id = $1 on conflict do nothing`,
    [
      ...[bearer.value.sessionId, `withdrawal ${String(amount)} ${currency} ${key}`],
      ...[new Date(nowMs + 60_000), new Date(nowMs)],
    ],
  )
}

/**
 * Wraps a provider so that its drivers have shown their second factor before each withdrawal (or before those whose key
 * satisfies `isShown`), for tests of something else.
 */
export function confirming<P extends Confirmed>(provider: P, isShown: (key: string) => boolean = () => true): P {
  const { app } = provider
  const { fetch } = app
  app.fetch = async (request, ...rest) => {
    if (isWithdrawal(request) && isShown(request.headers.get('idempotency-key') ?? ''))
      await showFactor(provider, request.clone())
    return fetch(request, ...rest)
  }
  return provider
}
