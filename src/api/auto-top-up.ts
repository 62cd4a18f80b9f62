import { type AutoTopUp, type AutoTopUpBody, autoTopUpSingle } from '../contract/payments.ts'
import type { Currency } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer = Promise<Result<AutoTopUp, ApiError>>
type Asked = Pick<Parameters<Client['send']>[0], 'method' | 'path' | 'query' | 'body' | 'key'>

async function ask(client: Client, asked: Asked, currency: Currency): Answer {
  const answer = await client.send({
    ...asked,
    schema: autoTopUpSingle,
    isAnswer: ({ data }) => data.currency === currency,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

const PATH = '/wallet/auto-top-up'

export const getAutoTopUp = (client: Client, currency: Currency): Answer =>
  ask(client, { method: 'GET', path: PATH, query: { currency } }, currency)

export const putAutoTopUp = (client: Client, key: string, body: AutoTopUpBody): Answer =>
  ask(client, { method: 'PUT', path: PATH, body, key }, body.currency)

export const deleteSavedMethod = (client: Client, key: string, currency: Currency): Answer =>
  ask(client, { method: 'DELETE', path: `${PATH}/method`, query: { currency }, key }, currency)
