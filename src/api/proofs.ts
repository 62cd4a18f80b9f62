import * as v from 'valibot'
import { type BookingProof, bookingProofSchema } from '../contract/proofs.ts'
import { isSameCode } from '../domain/code.ts'
import type { SignedData } from '../domain/signed-data.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** `data` stays unparsed: its signature covers those bytes, not the output of a schema. */
const signedSchema = v.object({ data: v.unknown(), kid: v.number(), signature: v.string() })

export interface ProofAnswer {
  readonly signed: SignedData
  readonly proof: BookingProof['data']
}

/** An unknown booking or another driver's is refused with `booking_not_found`. */
export async function getProof(client: Client, code: string): Promise<Result<ProofAnswer, ApiError>> {
  const path = `/bookings/${encodeURIComponent(code)}/proof`
  const answer = await client.send({ method: 'GET', path, schema: signedSchema, as: 'user' })
  if (!answer.ok) return answer
  const parsed = v.safeParse(bookingProofSchema, answer.value)
  return parsed.success && isSameCode(parsed.output.data.booking.booking_code, code)
    ? ok({ signed: answer.value, proof: parsed.output.data })
    : err({ kind: 'invalid_response', status: 200 })
}
