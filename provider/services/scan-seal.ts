import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { ScanKey } from '../repositories/document-scans.ts'
import { makeSecret } from '../rules/tokens.ts'

/**
 * AES-256-GCM: 12 bytes of nonce, the picture, 16 bytes of tag. Each picture has its own key, and its owner's id is
 * authenticated.
 */
const NONCE_BYTES = 12
const TAG_BYTES = 16

async function keyOf(db: Queryable, { userId, scanId }: ScanKey): Promise<Buffer> {
  const secret = await getOrCreateSecret(db, 'document_scans', makeSecret)
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), Buffer.from(userId), `scan:${scanId}`, 32))
}

const ownerOf = ({ userId, scanId }: ScanKey): Buffer => Buffer.from(`${userId}:${scanId}`)

export async function sealScan(db: Queryable, key: ScanKey, picture: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(db, key), nonce).setAAD(ownerOf(key))
  return Buffer.concat([nonce, cipher.update(picture), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the picture was changed or belongs to another owner. */
export async function openScan(db: Queryable, key: ScanKey, sealed: Buffer): Promise<Buffer> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(db, key), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(ownerOf(key)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
