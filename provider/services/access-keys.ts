import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { must } from '../../src/lib/assert.ts'
import type { Database } from '../db/database.ts'
import { listAccessKeys, replaceAccessKey } from '../repositories/access-keys.ts'
import { ACCESS_TOKEN_SECONDS, type AccessKey, type AccessKeys, makeSecret } from '../rules/tokens.ts'
import { makeOperatorId } from './operators.ts'

/** The longest that a process keeps signing with a key that has been replaced. */
const KNOWN_MS = MINUTE_MS
/** How long a replaced key stays valid: until its last token has expired, whichever process signed it. */
const OVERLAP_MS = KNOWN_MS + ACCESS_TOKEN_SECONDS * 1000 + MINUTE_MS

interface Known {
  readonly keys: readonly AccessKey[]
  readonly atMs: number
}

/** Minimum interval between reads for unknown key ids: a flood of invented ids must not cause a flood of reads. */
const MIN_READ_INTERVAL_MS = 500
const IS_KID = /^(?:first|[0-9A-HJKMNP-TV-Z]{10})$/

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/**
 * Caches the keys of the database, read once a minute and, when a token names a key that another process has just begun
 * to sign with, sooner.
 */
export function keepAccessKeys(db: Database, clock: Clock, wait: (ms: number) => Promise<void> = pause): AccessKeys {
  let known: Known | undefined
  let reading: Promise<readonly AccessKey[]> | undefined
  let again: Promise<readonly AccessKey[]> | undefined
  let begunMs = Number.NEGATIVE_INFINITY
  const readNow = async (): Promise<readonly AccessKey[]> => {
    begunMs = clock.now()
    const keys = await listAccessKeys(db, { makeSecret, nowMs: begunMs })
    known = { keys, atMs: clock.now() }
    return keys
  }
  const read = (): Promise<readonly AccessKey[]> => {
    reading ??= readNow().finally(() => {
      reading = undefined
    })
    return reading
  }
  const waitAndRead = async (): Promise<readonly AccessKey[]> => {
    await wait(Math.max(0, Math.min(MIN_READ_INTERVAL_MS, begunMs + MIN_READ_INTERVAL_MS - clock.now())))
    // A caller that arrives during the read may need a newer key, so it starts another read.
    again = undefined
    return readNow()
  }
  const isFresh = ({ atMs }: Known): boolean => Math.abs(clock.now() - atMs) < KNOWN_MS
  const list = (): Promise<readonly AccessKey[]> =>
    known !== undefined && isFresh(known) ? Promise.resolve(known.keys) : read()
  return {
    async current() {
      return must(
        (await list()).find(({ endsMs }) => endsMs === null),
        'a key that signs access tokens',
      )
    },
    async find(kid) {
      const isIt = (key: AccessKey): boolean => key.kid === kid
      const found = (await list()).find(isIt)
      if (found !== undefined || !IS_KID.test(kid)) return found
      again ??= waitAndRead()
      return (await again).find(isIt)
    },
  }
}

/**
 * Replaces the signing key, within a minute in every process. Tokens signed with the previous key stay valid until they
 * expire; with `isAtOnce`, for a leaked key, they are rejected immediately. Phones then refresh their token, and no
 * driver is signed out.
 */
export const rotateAccessKey = (
  db: Database,
  { nowMs, isAtOnce }: { readonly nowMs: number; readonly isAtOnce: boolean },
): Promise<void> =>
  db.transaction((tx) =>
    replaceAccessKey(tx, { kid: makeOperatorId(), makeSecret, nowMs, endsMs: isAtOnce ? nowMs : nowMs + OVERLAP_MS }),
  )
