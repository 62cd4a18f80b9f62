import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Database } from '../db/database.ts'
import { addSignKey, listSignKeys, type SignKeyRow, withdrawSignKey } from '../repositories/sign-keys.ts'
import type { Printed } from './attendants.ts'

const describe = ({ kid, createdAt, withdrawnAt }: SignKeyRow): string =>
  [
    `key ${String(kid)}`,
    `made ${toRfc3339(toInstant(createdAt))}`,
    ...(withdrawnAt === null ? [] : [`withdrawn ${toRfc3339(toInstant(withdrawnAt))}`]),
  ].join('  ')

export async function printSignKeys(db: Database): Promise<Printed> {
  const keys = await listSignKeys(db)
  return { lines: keys.length === 0 ? ['No sign key was made yet.'] : keys.map(describe), exitCode: 0 }
}

/** Makes a new key, which signs all further signs; signs already on display stay valid. */
export async function makeSignKey(db: Database): Promise<Printed> {
  const kid = await db.transaction((tx) => addSignKey(tx, { onlyFirst: false }))
  if (typeof kid !== 'number') return { lines: ['All 255 sign keys were made already'], exitCode: 1 }
  return {
    lines: [`Signs are signed with key ${String(kid)} from now on. Those of older keys stay good.`],
    exitCode: 0,
  }
}

/** Withdraws a key: a phone rejects its signs once it has fetched the list of keys. */
export async function withdrawKey(db: Database, word: string): Promise<Printed> {
  if (!/^\d{1,3}$/.test(word)) return { lines: ['sign-keys withdraw takes the number of a key'], exitCode: 2 }
  if (!(await withdrawSignKey(db, Number(word))))
    return { lines: [`No sign key ${word} counts: sign-keys list names them`], exitCode: 1 }
  const rest = (await listSignKeys(db)).some(({ withdrawnAt }) => withdrawnAt === null)
  return {
    lines: [
      `Key ${word} is withdrawn. Phones refuse its signs within a day: print those car parks' signs again.`,
      ...(rest ? [] : ['No key is left to sign with: sign-keys add makes one.']),
    ],
    exitCode: 0,
  }
}
