import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts the keys stored in the database, so that a stolen backup does not reveal them. */
export interface Seal {
  /** Returns the text in its stored form. */
  readonly close: (text: string) => string
  /**
   * Decrypts stored text, or returns it as is if it predates the seal. Throws, naming the setting to fix, when no key
   * decrypts it.
   */
  readonly open: (stored: string) => string
  /** Whether `stored` should be sealed again: it is not encrypted, or only with an older key. */
  readonly isDue: (stored: string) => boolean
}

/** Prefix of AES-256-GCM data in base64url: 12-byte nonce, text, 16-byte tag. */
const MARK = 'sealed1:'
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Parses 32 bytes in base64 or base64url, as `openssl rand -base64 32` prints them. Returns undefined for anything
 * else.
 */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : undefined
}

function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${MARK}${sealed.toString('base64url')}`
}

/** Returns undefined when the text was sealed with another key or has been altered. */
function decrypt(key: Buffer, stored: string): string | undefined {
  const sealed = Buffer.from(stored.slice(MARK.length), 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const isSealed = (stored: string): boolean => stored.startsWith(MARK)

/** Encrypts nothing, and cannot read anything encrypted. */
export const NO_SEAL: Seal = {
  close: (text) => text,
  isDue: () => false,
  open(stored) {
    if (!isSealed(stored)) return stored
    throw new Error('KEY_ENCRYPTION_KEY: not set, and the keys of this database are encrypted with one')
  },
}

/**
 * Takes base64 keys: the first encrypts, all decrypt, so a new key goes before the old one. Throws for an invalid key.
 */
export function createSeal(keys: readonly string[]): Seal {
  const parsed = keys.map((text) => {
    const key = parseKey(text)
    if (key === undefined)
      throw new Error('KEY_ENCRYPTION_KEY: must be 32 bytes in base64, as "openssl rand -base64 32" prints')
    return key
  })
  const [newest] = parsed
  if (newest === undefined) return NO_SEAL
  return {
    close: (text) => encrypt(newest, text),
    isDue: (stored) => !isSealed(stored) || decrypt(newest, stored) === undefined,
    open(stored) {
      if (!isSealed(stored)) return stored
      for (const key of parsed) {
        const text = decrypt(key, stored)
        if (text !== undefined) return text
      }
      throw new Error('KEY_ENCRYPTION_KEY: the keys of this database are encrypted with another one')
    },
  }
}
