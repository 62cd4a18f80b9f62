import { parseArgs } from 'node:util'
import { type DecideRequest, REQUEST_STATUSES, type RequestStatus } from '../../src/contract/operator-requests.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { toPlainText } from '../../src/lib/plain-text.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Database } from '../db/database.ts'
import { listSpaceRequests, type SpaceRequestRow } from '../repositories/space-requests.ts'
import { decideRequest, loadForDecision } from '../services/space-requests.ts'
import type { Printed } from './attendants.ts'

const LATEST = 200
const REASON_MAX = 500
const USAGE = `requests list [open|approved|refused]   spaces and chargers that people offer to rent out
requests approve ID [--at LAT,LNG]      makes it a car park that drivers find and book at once
requests refuse ID REASON               the reason is emailed to whoever asked`

const usage: Printed = { lines: [USAGE], exitCode: 2 }
const isStatus = (text: string): text is RequestStatus => (REQUEST_STATUSES as readonly string[]).includes(text)

function chargerWords({ offer: { charger } }: SpaceRequestRow): readonly string[] {
  if (charger === null) return []
  const power = charger.power_kw === null ? '' : ` ${String(charger.power_kw)} kW`
  const price = charger.price === null ? '' : ` ${String(charger.price)} a ${String(charger.per)}`
  return [`${String(charger.count)} x ${charger.connector}${power}${price}`]
}

function lineOf(row: SpaceRequestRow): string {
  const { offer } = row
  const where = offer.lat === null ? 'no position' : `${String(offer.lat)},${String(offer.lng)}`
  return [
    ...[row.request_id, toRfc3339(toInstant(row.created_at)), row.status, row.topic, row.name, row.email],
    ...[`${offer.address}, ${offer.city}, ${offer.country_code}`, where, `${String(offer.spaces)} spaces`],
    ...[`${String(offer.hourly)} an hour (minor units)`, ...chargerWords(row)],
    ...[row.park_code, row.reason, row.text.replaceAll('\n', ' ')].filter((part) => part !== null),
  ].join('  ')
}

async function list(db: Database, status: string): Promise<Printed> {
  if (!isStatus(status)) return usage
  const rows = await listSpaceRequests(db, status, { limit: LATEST, offset: 0 })
  return { lines: rows.length === 0 ? ['There are no such requests.'] : rows.map(lineOf), exitCode: 0 }
}

/** Returns undefined when the text is not a position. */
function readPosition(
  text: string | undefined,
): Extract<DecideRequest, { status: 'approved' }>['position'] | undefined {
  if (text === undefined) return null
  const [lat = Number.NaN, lng = Number.NaN, ...more] = text.split(',').map(Number)
  return more.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

function readDecision(verb: string, words: readonly string[]): DecideRequest | undefined {
  if (verb === 'refuse') {
    const reason = toPlainText(words.join(' ')).slice(0, REASON_MAX)
    return reason === '' ? undefined : { status: 'refused', reason }
  }
  try {
    const { values } = parseArgs({ args: [...words], options: { at: { type: 'string' } } })
    const position = readPosition(values.at)
    return verb === 'approve' && position !== undefined ? { status: 'approved', position } : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** `words`: the arguments after `requests`. */
export async function runRequests(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', id = '', ...rest] = words
  if (verb === 'list') return list(db, id === '' ? 'open' : id)
  const decision = isUuid(id) ? readDecision(verb, rest) : undefined
  if (decision === undefined) return usage
  const findZone = await loadForDecision()
  const done = await db.transaction((tx) => decideRequest(tx, { id, decision, nowMs: systemClock.now(), findZone }))
  if (!done.ok) return { lines: [done.error.words], exitCode: 1 }
  const { request, isChanged } = done.value
  if (!isChanged) return { lines: [`It was ${request.status} already.`], exitCode: 0 }
  const outcome = request.park_code === null ? 'Refused.' : `Approved: car park ${request.park_code}.`
  return { lines: [`${outcome} An email to ${request.email} is on its way.`], exitCode: 0 }
}
