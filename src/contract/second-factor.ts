/** A passkey if the account has one, else an emailed code; valid once, for one purpose in one session. */
import * as v from 'valibot'
import { amount, currency, single } from './common.ts'
import { passkeyLoginBody } from './passkeys.ts'

export const factorKind = v.picklist(['passkey', 'email'])

export const secondFactorSingle = single(
  v.variant('kind', [
    v.object({ kind: v.literal('passkey'), options: v.looseObject({ challenge: v.string() }) }),
    v.object({ kind: v.literal('email'), email: v.string() }),
  ]),
)
export type SecondFactor = v.InferOutput<typeof secondFactorSingle>['data']

/** Exactly one of them: the emailed code, or the passkey's response. */
export const factorProof = {
  code: v.exactOptional(v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/))),
  response: v.exactOptional(passkeyLoginBody.entries.response),
}

/** Idempotency-Key of the request to confirm. */
export const requestKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/))

/** A requested withdrawal. The factor is valid for this request only. */
const moneyRequest = { request: requestKey, amount, currency }

/** POST /wallet/second-factor. */
export const moneyFactorBody = v.strictObject(moneyRequest)
export type MoneyFactorBody = v.InferOutput<typeof moneyFactorBody>
/** POST /wallet/second-factor/confirm; afterwards the withdrawal is sent again under its key, within 15 minutes. */
export const moneyProofBody = v.strictObject({ ...moneyRequest, ...factorProof })
export type MoneyProofBody = v.InferInput<typeof moneyProofBody>
export const moneyProofSingle = single(v.object({ request: v.string() }))

/** Extra members of the problem `second_factor_required`. */
export const factorRequiredExtra = v.object({ request: v.string(), second_factor: factorKind, email: v.string() })
export type FactorRequired = v.InferOutput<typeof factorRequiredExtra>
