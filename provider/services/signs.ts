import { signLink } from '../../src/domain/sign.ts'
import { toParkCode, toParkId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import { findSigningKey } from '../repositories/sign-keys.ts'

/** Makes the link of a park's sign, signed with the newest valid key. Undefined when every key is withdrawn. */
export async function makeSignLink(
  db: Queryable,
  park: { readonly id: number; readonly code: string },
  publicUrl: string,
): Promise<string | undefined> {
  const key = await findSigningKey(db)
  if (key === undefined) return undefined
  const privateKey = await crypto.subtle.importKey(
    'jwk',
    { ...key.privateJwk },
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const { origin } = new URL(publicUrl)
  return signLink({ keyId: key.kid, parkId: toParkId(park.id), code: toParkCode(park.code), origin }, privateKey)
}
