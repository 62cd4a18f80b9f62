import type * as v from 'valibot'
import { type EnterReferralBody, type Referral, type ReferralBody, referralSingle } from '../contract/referrals.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

/** Fetches the driver's code, which the first call creates. Repeating it changes nothing. */
export async function readReferral(client: Client, body: ReferralBody): Promise<Result<Referral, ApiError>> {
  const answer = await client.send<v.InferOutput<typeof referralSingle>>({
    ...{ method: 'PUT', path: '/referral', body, schema: referralSingle, as: 'user' },
    isAnswer: () => true,
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export const enterReferral = (body: EnterReferralBody): KeyedCall<Referral> =>
  keyedData({ method: 'POST', path: '/referral/enter', body }, referralSingle, ({ entered }) => entered !== null)
