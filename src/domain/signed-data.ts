/**
 * Answers signed as a whole by the provider (day lists, proofs): ECDSA P-256 over the UTF-8 bytes of `data` as JSON.
 */
import { fromBase64Url, toBase64Url } from '../lib/base64url.ts'
import type { PassKey, PassKeyring } from './pass.ts'

const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

export interface SignedData {
  /** Parsed JSON before any schema: `JSON.stringify` must reproduce the signed bytes. */
  readonly data: unknown
  readonly kid: number
  /** 64 raw bytes, base64url. */
  readonly signature: string
}

/** `update_needed`: signed with a key that is not in the keyring, which is not a forgery. */
export type SignedCheck = 'signed' | 'forged' | 'update_needed'

/** `json`: exactly the text that will be sent. */
export async function signJson(json: string, privateKey: PassKey): Promise<string> {
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, new TextEncoder().encode(json))
  return toBase64Url(new Uint8Array(signature))
}

export async function verifySigned(answer: SignedData, keys: PassKeyring): Promise<SignedCheck> {
  const key = keys.get(answer.kid)
  if (key === undefined) return 'update_needed'
  const signature = fromBase64Url(answer.signature)
  if (signature === undefined) return 'forged'
  const bytes = new TextEncoder().encode(JSON.stringify(answer.data))
  return (await crypto.subtle.verify(SIGNATURE, key, signature, bytes)) ? 'signed' : 'forged'
}
