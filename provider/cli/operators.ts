import { parseArgs } from 'node:util'
import { KEY_SCOPES, type OperatorScope } from '../../src/contract/operator.ts'
import { parseInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { toPlainText } from '../../src/lib/plain-text.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import {
  listOperatorChanges,
  listOperatorKeys,
  type OperatorKeyRow,
  revokeOperatorKey,
} from '../repositories/operators.ts'
import { findParksById } from '../repositories/pairing.ts'
import { type KeyWish, makeOperatorKey } from '../services/operators.ts'
import type { Printed } from './attendants.ts'

const USAGE = `operators list
operators add NAME --scope SCOPE  a key for an operator's own system, shown once; --scope again for more: ${KEY_SCOPES.join(', ')};
                            --park CODE: for this car park alone, again for more; --expires 2027-11-25T00:00:00Z;
                            --organisation NAME: for its car parks, and those become its own
operators revoke ID         the key counts no more
operators log               the last 100 changes that were made with keys`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const usage: Printed = { lines: [USAGE], exitCode: 2 }

const isScope = (text: string): text is OperatorScope => (KEY_SCOPES as readonly string[]).includes(text)
const OPTIONS = {
  scope: { type: 'string', multiple: true },
  park: { type: 'string', multiple: true },
  organisation: { type: 'string' },
  expires: { type: 'string' },
} as const

/** Parses the arguments after `operators add`. The error is printed as is; null means that the usage is printed. */
function readWish(words: readonly string[]): Result<KeyWish, string | null> {
  const parsed = parse(words)
  if (parsed === undefined) return err(null)
  const { values, positionals } = parsed
  const name = toPlainText(positionals.join(' ')).slice(0, 80)
  const [scopes, nowMs] = [values.scope ?? [], systemClock.now()]
  if (name === '' || scopes.length === 0) return err(null)
  if (!scopes.every(isScope)) return err(`A scope is one of ${KEY_SCOPES.join(', ')}.`)
  const expires = values.expires === undefined ? undefined : parseInstant(values.expires)
  if (expires !== undefined && (!expires.ok || expires.value <= nowMs)) return err('--expires is a time that is ahead.')
  const expiresMs = expires?.ok === true ? expires.value : null
  const organisation = toPlainText(values.organisation ?? '').slice(0, 80) || null
  return ok({ name, scopes: [...new Set(scopes)], organisation, parkCodes: values.park ?? [], expiresMs, nowMs })
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function add(db: Database, words: readonly string[]): Promise<Printed> {
  const wish = readWish(words)
  if (!wish.ok) return wish.error === null ? usage : refused(wish.error)
  const made = await db.transaction((tx) => makeOperatorKey(tx, wish.value))
  if (!made.ok) return refused(made.error.words)
  const lines = [
    `Operator key: ${made.value.key}`,
    'It is shown once. Send it as Authorization: Bearer.',
    `operators revoke ${made.value.keyId} ends it.`,
  ]
  return { lines, exitCode: 0 }
}

async function lineOf(db: Database, row: OperatorKeyRow): Promise<string> {
  const parks = row.parks === null ? undefined : await findParksById(db, row.parks)
  return [
    row.key_id,
    row.name,
    row.scopes.join(','),
    parks?.map(({ code }) => code).join(',') ?? 'all car parks',
    `made ${toRfc3339(row.created_at)}`,
    ...(row.expires_at === null ? [] : [`until ${toRfc3339(row.expires_at)}`]),
    row.last_used_at === null ? 'never used' : `used ${toRfc3339(row.last_used_at)}`,
    ...(row.revoked_at === null ? [] : [`revoked ${toRfc3339(row.revoked_at)}`]),
  ].join('  ')
}

async function log(db: Database): Promise<Printed> {
  const { rows } = await listOperatorChanges(db, { keyId: null, page: 1, size: 100 })
  const lines = rows.map((row) =>
    [toRfc3339(row.changed_at), row.key_id, row.name, row.action, row.subject, JSON.stringify(row.details)].join('  '),
  )
  return { lines: lines.length === 0 ? ['Nothing was changed with a key.'] : lines, exitCode: 0 }
}

/** `words`: the arguments after `operators`. */
export async function runOperators(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = ''] = words
  if (verb === 'add') return add(db, words.slice(1))
  if (verb === 'log') return log(db)
  if (verb === 'list') {
    const keys = await listOperatorKeys(db)
    const lines = await Promise.all(keys.map((row) => lineOf(db, row)))
    return { lines: [...lines, `${String(keys.length)} keys`], exitCode: 0 }
  }
  if (verb !== 'revoke' || first === '') return usage
  return (await revokeOperatorKey(db, first.toUpperCase(), systemClock.now()))
    ? { lines: [`${first.toUpperCase()} counts no more.`], exitCode: 0 }
    : refused(`No key that counts has the id ${first}`)
}
