import {
  type MoneyFactorBody,
  type MoneyProofBody,
  moneyProofSingle,
  type SecondFactor,
  secondFactorSingle,
} from '../contract/second-factor.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Begins the second factor for one money request: has a code mailed, or returns a passkey challenge. */
export async function beginMoneyFactor(client: Client, body: MoneyFactorBody): Answer<SecondFactor> {
  const call = { method: 'POST', path: '/wallet/second-factor', body } as const
  const answer = await client.send({ ...call, schema: secondFactorSingle, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Refusals: code_invalid, code_expired, passkey_invalid. */
export const showMoneyFactor = (client: Client, body: MoneyProofBody): Answer<unknown> =>
  client.send({
    ...{ method: 'POST', path: '/wallet/second-factor/confirm', body },
    ...{ schema: moneyProofSingle, isAnswer: ({ data }) => data.request === body.request, as: 'user' },
  })
