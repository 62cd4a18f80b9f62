import { parseArgs } from 'node:util'
import { closureBody } from '../../src/contract/operator-closures.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { type ClosureRow, listClosures } from '../repositories/closures.ts'
import { closePark, findParkWithin, followClosures, reopenPark } from '../services/closures.ts'
import type { Printed } from './attendants.ts'
import { checkBody } from './offer-file.ts'

const USAGE = `parks closures CODE  closures of a car park, the latest first
parks close CODE --reason ENGLISH --reason FRENCH  close it now, until it is opened again; --from TIME, --until TIME: for a time
                     (2026-12-12T18:00:00-05:00); what has not begun is given back
parks reopen CODE ID  open it again; what was given back stays so`

const LISTED = 100
const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })
const misused: Printed = { lines: [USAGE], exitCode: 2 }

const lineOf = (row: ClosureRow): string =>
  [
    String(row.closure_id),
    `${toRfc3339(row.starts_at)} – ${row.ends_at === null ? 'until it is opened' : toRfc3339(row.ends_at)}`,
    row.reason.en,
    `given back ${String(row.given_back)}, waiting ${String(row.waiting)}`,
    ...(row.reopened_at === null ? [] : [`opened again ${toRfc3339(row.reopened_at)}`]),
  ].join('  ')

function readClosing(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { from: { type: 'string' }, until: { type: 'string' }, reason: { type: 'string', multiple: true } },
    })
    const { from, until, reason: [en, fr] = [] } = values
    return { ...(from === undefined ? {} : { from }), until: until ?? null, reason: { en, fr } }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function close(db: Database, code: string, words: readonly string[]): Promise<Printed> {
  const wish = readClosing(words)
  if (wish === undefined) return misused
  const body = checkBody(closureBody, wish)
  if (!body.ok) return refused(body.error)
  const park = await findParkWithin(db, code, null)
  if (!park.ok) return refused(park.error.words)
  const nowMs = systemClock.now()
  const closing = { park: park.value, body: body.value, nowMs }
  const closed = await db.transaction((tx) => closePark(tx, closing))
  if (!closed.ok) return refused(closed.error.words)
  const count = await followClosures({ db, clock: systemClock })
  return said(`${park.value.code} is closed: closure ${closed.value.closure_id}. Bookings given back: ${count}`)
}

async function reopen(db: Database, code: string, id: string): Promise<Printed> {
  const park = await findParkWithin(db, code, null)
  if (!park.ok) return refused(park.error.words)
  const asked = { park: park.value, closureId: Number(id), nowMs: systemClock.now() }
  const opened = await db.transaction((tx) => reopenPark(tx, asked))
  if (!opened.ok) return refused(opened.error.words)
  return said(opened.value.isChanged ? `${park.value.code} is open again.` : 'This closure is over already.')
}

async function list(db: Database, code: string): Promise<Printed> {
  const park = await findParkWithin(db, code, null)
  if (!park.ok) return refused(park.error.words)
  const { rows } = await listClosures(db, { parkId: park.value.id, page: 1, size: LISTED })
  return said(...(rows.length === 0 ? ['It was never closed.'] : rows.map(lineOf)))
}

/** `words`: the arguments after `parks`. */
export async function runParks(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', code = '', id = ''] = words
  if (verb === 'close' && code !== '') return close(db, code, words.slice(2))
  if (verb === 'reopen' && /^[1-9]\d{0,14}$/.test(id)) return reopen(db, code, id)
  if (verb === 'closures' && code !== '') return list(db, code)
  return misused
}
