import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { takeTurns } from './turns.ts'

/*
 * Costs from the OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane; where this Node has no
 * argon2, scrypt with N = 2^17, r = 8, p = 1. The stored text names its own parameters (PHC string format), so the cost
 * can be raised later: an old hash still verifies and is recomputed at the next sign-in.
 */
const ARGON = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SCRYPT = { ln: 17, r: 8, p: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Hashes computed at once: at most 2 x 19 MiB (argon2id) or 2 x 128 MiB (scrypt), however many drivers sign in. */
const AT_ONCE = 2

type Algorithm = 'argon2id' | 'scrypt'

export interface PasswordCheck {
  readonly matches: boolean
  /** True when the hash was made at a different cost than the current one: store a new hash. */
  readonly outdated: boolean
}

const BEST: Algorithm = typeof argon2 === 'function' ? 'argon2id' : 'scrypt'

const inTurn = takeTurns(AT_ONCE)

interface Costed {
  readonly algorithm: Algorithm
  /** The parameter part of the stored text, such as `m=19456,t=2,p=1`. */
  readonly parameters: string
}

const toPrefix = (costed: Costed): string =>
  costed.algorithm === 'argon2id' ? `$argon2id$v=19$${costed.parameters}` : `$scrypt$${costed.parameters}`

const current = (algorithm: Algorithm): Costed => ({
  algorithm,
  parameters:
    algorithm === 'argon2id'
      ? `m=${String(ARGON.memory)},t=${String(ARGON.passes)},p=${String(ARGON.parallelism)}`
      : `ln=${String(SCRYPT.ln)},r=${String(SCRYPT.r)},p=${String(SCRYPT.p)}`,
})

function readParameters(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, Number(value)]
    }),
  )
}

function derive(password: string, salt: Buffer, costed: Costed): Promise<Buffer> {
  // The same character can be typed as one code point or two; both must match.
  const message = Buffer.from(password.normalize('NFKC'))
  const parameters = readParameters(costed.parameters)
  const get = (name: string): number => parameters.get(name) ?? 0
  return inTurn(() => {
    if (costed.algorithm === 'argon2id') {
      const options = {
        message,
        nonce: salt,
        tagLength: HASH_BYTES,
        memory: get('m'),
        passes: get('t'),
        parallelism: get('p'),
      }
      return promisify(argon2)('argon2id', options)
    }
    const cost = { N: 2 ** get('ln'), r: get('r'), p: get('p') }
    return new Promise<Buffer>((resolve, reject) => {
      const maxmem = 128 * cost.N * cost.r + 32 * 1024 * 1024
      scrypt(message, salt, HASH_BYTES, { ...cost, maxmem }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      )
    })
  })
}

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password as text, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, algorithm: Algorithm = BEST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const costed = current(algorithm)
  const hash = await derive(password, salt, costed)
  return `${toPrefix(costed)}$${toBase64(salt)}$${toBase64(hash)}`
}

const STORED = /^\$(?:(argon2id)\$v=19|(scrypt))\$([a-z0-9=,]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Compares in constant time. Throws on a stored text that is not one of our hashes, which would be a bug. */
export async function checkPassword(password: string, stored: string): Promise<PasswordCheck> {
  const found = STORED.exec(stored)
  const [, argonName, , parameters, salt, hash] = found ?? []
  if (parameters === undefined || salt === undefined || hash === undefined)
    throw new Error('A stored password hash is malformed')
  const costed: Costed = { algorithm: argonName === undefined ? 'scrypt' : 'argon2id', parameters }
  const expected = Buffer.from(hash, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'), costed)
  const best = current(BEST)
  return {
    matches: expected.length === derived.length && timingSafeEqual(expected, derived),
    outdated: costed.algorithm !== best.algorithm || costed.parameters !== best.parameters,
  }
}

/** Costs as much as a real check and never matches, so that an unknown address answers as slowly as a known one. */
export async function checkNoPassword(password: string): Promise<void> {
  const nobody = `${toPrefix(current(BEST))}$${toBase64(randomBytes(SALT_BYTES))}$${toBase64(randomBytes(HASH_BYTES))}`
  await checkPassword(password, nobody)
}
