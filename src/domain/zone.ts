/** Local time in an IANA zone, fast enough for pricing: one Intl call per zone and UTC day, then table look-ups. */
import { must } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, MINUTE_MS, toInstant, type Instant } from './instant.ts'

/** Local date and time in a zone. `dayNumber` counts local days since 1970-01-01; `weekday` is 0 for Sunday. */
export interface ZonedParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6
  readonly dayNumber: number
}

/**
 * Resolution of a local time. `gap`: it does not exist, and `instant` is the moment at which the clock skips it.
 * `overlap`: it occurs twice, `instant` is the first and `later` the second.
 */
export type LocalInstant =
  | { readonly kind: 'exact'; readonly instant: Instant }
  | { readonly kind: 'gap'; readonly instant: Instant }
  | { readonly kind: 'overlap'; readonly instant: Instant; readonly later: Instant }

export interface LocalTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** Offsets of one UTC day: `before` until `atMs`, `after` from then on. Zones change at most once a day. */
interface DayOffsets {
  readonly before: number
  readonly after: number
  readonly atMs: number
}

interface ZoneTable {
  readonly format: Intl.DateTimeFormat
  readonly days: Map<number, DayOffsets>
}

/** About eleven years of one zone; a table that exceeds this is cleared. */
const MAX_DAYS = 4_000
const tables = new Map<string, ZoneTable>()

const FORMAT: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** Whether this runtime knows the IANA zone. */
export function isZone(name: string): boolean {
  if (tables.has(name)) return true
  // Intl accepts offsets such as "+01:00", which are not places.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    tableOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns the milliseconds to add to UTC for local time in `zone`. Throws RangeError for an unknown zone. */
export function offsetAt(instantMs: number, zone: string): number {
  const offsets = dayOffsets(tableOf(zone), Math.floor(instantMs / DAY_MS))
  return instantMs < offsets.atMs ? offsets.before : offsets.after
}

/** Returns the number of local days since 1970-01-01. */
export const localDayNumber = (instantMs: number, zone: string): number =>
  Math.floor((instantMs + offsetAt(instantMs, zone)) / DAY_MS)

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (dayNumber: number): ZonedParts['weekday'] =>
  ((((dayNumber + 4) % 7) + 7) % 7) as ZonedParts['weekday']

export function zonedParts(instant: Instant, zone: string): ZonedParts {
  const wall = new Date(instant + offsetAt(instant, zone))
  const dayNumber = Math.floor(wall.getTime() / DAY_MS)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: weekdayOf(dayNumber),
    dayNumber,
  }
}

/** Returns the first instant of the local day, which is not always 00:00, since some zones change at midnight. */
export const startOfLocalDay = (instant: Instant, zone: string): Instant =>
  atLocalMinute(localDayNumber(instant, zone), 0, zone)

/**
 * Returns the instant `minute` minutes after local midnight (1440 is the next midnight): the change itself in a gap,
 * the first in an overlap.
 */
export const atLocalMinute = (dayNumber: number, minute: number, zone: string): Instant =>
  settle(dayNumber * DAY_MS + minute * MINUTE_MS, zone).instant

export const localToInstant = (time: LocalTime, zone: string): LocalInstant =>
  settle(Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute), zone)

const LOCAL_INPUT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::00)?$/

/** Parses the value of an `<input type="datetime-local">` (`2026-11-01T14:30`) in `zone`. */
export function parseLocalInput(text: string, zone: string): Result<LocalInstant, 'invalid_time'> {
  const match = LOCAL_INPUT.exec(text)
  if (match === null) return err('invalid_time')
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number)
  const wallMs = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute)
  return new Date(wallMs).toISOString().startsWith(text.slice(0, 16)) ? ok(settle(wallMs, zone)) : err('invalid_time')
}

/** Formats a value for an `<input type="datetime-local">`: `2026-11-01T14:30` in `zone`. */
export const toLocalInput = (instant: Instant, zone: string): string =>
  new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16)

/** Resolves `wallMs`, the local time read as if it were UTC. */
function settle(wallMs: number, zone: string): LocalInstant {
  const table = tableOf(zone)
  const before = offsetIn(table, wallMs - DAY_MS)
  const after = offsetIn(table, wallMs + DAY_MS)
  const first = wallMs - before
  if (before === after) return { kind: 'exact', instant: toInstant(first) }
  const second = wallMs - after
  const firstHolds = offsetIn(table, first) === before
  const secondHolds = offsetIn(table, second) === after
  if (firstHolds && secondHolds) return { kind: 'overlap', instant: toInstant(first), later: toInstant(second) }
  if (firstHolds || secondHolds) return { kind: 'exact', instant: toInstant(firstHolds ? first : second) }
  // In a gap, the change lies between the two readings.
  const jump = dayOffsets(table, Math.floor(second / DAY_MS)).atMs
  return {
    kind: 'gap',
    instant: toInstant(jump > second && jump <= first ? jump : dayOffsets(table, Math.floor(first / DAY_MS)).atMs),
  }
}

function offsetIn(table: ZoneTable, instantMs: number): number {
  const offsets = dayOffsets(table, Math.floor(instantMs / DAY_MS))
  return instantMs < offsets.atMs ? offsets.before : offsets.after
}

function tableOf(zone: string): ZoneTable {
  const known = tables.get(zone)
  if (known !== undefined) return known
  const table: ZoneTable = { format: new Intl.DateTimeFormat('en-US', { ...FORMAT, timeZone: zone }), days: new Map() }
  tables.set(zone, table)
  return table
}

function dayOffsets(table: ZoneTable, utcDay: number): DayOffsets {
  const known = table.days.get(utcDay)
  if (known !== undefined) return known
  if (table.days.size >= MAX_DAYS) table.days.clear()
  const offsets = findOffsets(table.format, utcDay * DAY_MS)
  table.days.set(utcDay, offsets)
  return offsets
}

function findOffsets(format: Intl.DateTimeFormat, dayMs: number): DayOffsets {
  const before = askOffset(format, dayMs)
  const after = askOffset(format, dayMs + DAY_MS)
  if (before === after) return { before, after, atMs: dayMs }
  // Changes happen on whole minutes: binary search over 1440 of them.
  let low = 0
  let high = 1440
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (askOffset(format, dayMs + middle * MINUTE_MS) === before) low = middle
    else high = middle
  }
  return { before, after, atMs: dayMs + high * MINUTE_MS }
}

function askOffset(format: Intl.DateTimeFormat, instantMs: number): number {
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)] as const))
  const part = (type: Intl.DateTimeFormatPartTypes): number => must(parts.get(type), type)
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wallMs - Math.floor(instantMs / 1000) * 1000
}
