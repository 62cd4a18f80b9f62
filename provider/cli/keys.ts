import { HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { addKey } from '../repositories/keys.ts'
import { rotateAccessKey } from '../services/access-keys.ts'
import type { Printed } from './attendants.ts'

/** `words`: empty, or `--at-once`. */
export async function rotateAccess(db: Database, words: readonly string[]): Promise<Printed> {
  const [option, more] = words
  if (more !== undefined || (option !== undefined && option !== '--at-once'))
    return { lines: ['keys access takes --at-once, or nothing'], exitCode: 2 }
  const isAtOnce = option === '--at-once'
  await rotateAccessKey(db, { nowMs: systemClock.now(), isAtOnce })
  const before = isAtOnce
    ? 'no token of before counts; phones ask for another.'
    : 'tokens of before count until they expire.'
  return { lines: [`Access tokens are signed with a new key within a minute; ${before}`], exitCode: 0 }
}

/** `words`: empty, or `--after HOURS`. */
export async function rotateKeys(db: Database, words: readonly string[]): Promise<Printed> {
  const [option, hours] = words
  if (option !== undefined && (option !== '--after' || hours === undefined || !/^\d{1,3}$/.test(hours))) {
    return { lines: ['keys rotate takes --after HOURS, or nothing'], exitCode: 2 }
  }
  if (hours === undefined) {
    const kid = await db.transaction((tx) => addKey(tx, { onlyFirst: false }))
    return { lines: [`Passes are signed with key ${String(kid)} within a minute.`], exitCode: 0 }
  }
  const signsFromMs = systemClock.now() + Number(hours) * HOUR_MS
  const kid = await db.transaction((tx) => addKey(tx, { onlyFirst: false, signsFromMs }))
  const from = toRfc3339(toInstant(signsFromMs))
  return { lines: [`Key ${String(kid)} is published; passes are signed with it from ${from} on.`], exitCode: 0 }
}
