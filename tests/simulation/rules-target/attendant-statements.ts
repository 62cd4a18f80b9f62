import type { GateBooking } from '../../../provider/repositories/check-ins.ts'
import type { AttendantDevice } from '../../../provider/repositories/pairing.ts'
import type { CheckInFlag, Direction, VerdictKind } from '../../../src/domain/check-in.ts'
import { type BookingId, toParkId } from '../../../src/domain/ids.ts'
import { dayListStatements, tailOf } from './day-list-statements.ts'
import { byText, type Memory, type StoredBooking, type StoredCheckIn, type StoredDevice } from './memory.ts'
import { numberOf, rowsOf, type Statement, type Statements, textOf, timeOf, timeOrNull } from './statement.ts'

function toDevice({ parks }: Memory, row: StoredDevice): AttendantDevice {
  const { token_hash: _hash, park_ids, ...device } = row
  const own = park_ids.map((id) => parks.must(toParkId(id))).toSorted((a, b) => byText(a.name, b.name) || a.id - b.id)
  return { ...device, parks: own.map(({ id, code, name }) => ({ id, code, name })) }
}

const findDevice =
  (nameOf: (row: StoredDevice) => string): Statement =>
  (memory, [value, revokedAfter]) =>
    memory.devices
      .filter((row) => nameOf(row) === value)
      .filter(({ revoked_at: at }) => at === null || (revokedAfter !== null && at > timeOf(revokedAfter)))
      .map((row) => toDevice(memory, row))

const insertPairing: Statement = ({ pairings }, [codeHash, parkIds, nonce, , expires]) => {
  const row = { park_ids: parkIds as readonly number[], nonce: textOf(nonce), expires_at: timeOf(expires) }
  pairings.insert(textOf(codeHash), { ...row, used_key: null, device_id: null })
  return []
}

const insertDevice: Statement = ({ devices }, [deviceId, name, tokenHash, now]) => {
  const times = { paired_at: timeOf(now), last_seen_at: timeOf(now), revoked_at: null }
  const row = { device_id: textOf(deviceId), name: name as string | null, token_hash: textOf(tokenHash) }
  devices.insert(row.device_id, { ...row, ...times, park_ids: [] })
  return []
}

const revokeDevice: Statement = ({ devices }, [deviceId, now]) => {
  const row = devices.find(textOf(deviceId))
  if (row === undefined || row.revoked_at !== null) return []
  devices.update(row.device_id, { revoked_at: timeOf(now) })
  return [{ device_id: row.device_id }]
}

const noteSeen: Statement = ({ devices }, [deviceId, now, before]) => {
  const row = devices.must(textOf(deviceId))
  if (row.last_seen_at < timeOf(before)) devices.update(row.device_id, { last_seen_at: timeOf(now) })
  return []
}

/** Counts attempts per network before the code is checked. */
const countAttempt: Statement = ({ attempts }, [bucket, resets, now]) => {
  const name = textOf(bucket)
  const known = attempts.find(name)
  if (known === undefined) attempts.insert(name, { count: 1, resetsMs: timeOf(resets) })
  else if (known.resetsMs <= timeOf(now)) attempts.update(name, { count: 1, resetsMs: timeOf(resets) })
  else attempts.update(name, { count: known.count + 1 })
  const { count, resetsMs } = attempts.must(name)
  return [{ count, resets_at: resetsMs }]
}

const findAttempts: Statement = ({ attempts }, [bucket, now]) => {
  const known = attempts.find(textOf(bucket))
  return known === undefined || known.resetsMs <= timeOf(now) ? [] : [{ count: known.count, resets_at: known.resetsMs }]
}

const returnAttempt: Statement = ({ attempts }, [bucket]) => {
  const { count } = attempts.must(textOf(bucket))
  attempts.update(textOf(bucket), { count: Math.max(0, count - 1) })
  return []
}

const toGate = (row: StoredBooking): GateBooking => {
  const { booking_id, park_id, status, start_time, end_time, overstay_until, pass_sequence } = row
  const { checked_in_at, checked_out_at } = row
  // No park of a seed sets its own leeway.
  return {
    ...{ booking_id, park_id, status, start_time, end_time, overstay_until, pass_sequence },
    ...{ checked_in_at, checked_out_at, openings: null, leeway: {} },
  }
}

const lockGate =
  (isAsked: (row: StoredBooking, value: unknown) => boolean): Statement =>
  ({ bookings }, [value]) =>
    bookings.filter((row) => row.hold_until === null && isAsked(row, value)).map(toGate)

const nameOf = (deviceId: unknown, nonce: unknown): string => `${textOf(deviceId)} ${textOf(nonce).toLowerCase()}`

const insertCheckIn: Statement = ({ checkIns }, values) => {
  const [deviceId, nonce, parkId, bookingId, subject, sequence, direction, at, believedAt, received] = values
  const [listIssuedAt, verdict, method, overrideReason, flags] = values.slice(10)
  const name = nameOf(deviceId, nonce)
  if (checkIns.find(name) !== undefined) return []
  const id = checkIns.all().length + 1
  checkIns.insert(name, {
    ...{ id, deviceId: textOf(deviceId), nonce: textOf(nonce), parkId: numberOf(parkId), subject: textOf(subject) },
    ...{ bookingId: bookingId as BookingId | null, sequence: sequence as number | null },
    ...{ direction: direction as Direction, at: timeOf(at), believedAt: timeOf(believedAt) },
    ...{ receivedMs: timeOf(received), listIssuedAt: timeOrNull(listIssuedAt), verdict: verdict as VerdictKind | null },
    ...{ method: method as string | null, overrideReason: overrideReason as string | null },
    flags: flags as readonly CheckInFlag[],
  })
  return [{ check_in_id: id }]
}

const byTime = (a: StoredCheckIn, b: StoredCheckIn): number => a.believedAt - b.believedAt || a.id - b.id

const listEvents: Statement = ({ checkIns }, [bookingId, parkId]) =>
  checkIns
    .filter((row) => row.bookingId === bookingId && row.parkId === parkId)
    .toSorted(byTime)
    .map(({ direction, believedAt }) => ({ direction, at: believedAt }))

const setGateTimes: Statement = ({ bookings }, [bookingId, inAt, outAt, now]) => {
  const { version } = bookings.must(textOf(bookingId) as BookingId)
  bookings.update(textOf(bookingId) as BookingId, {
    ...{ checked_in_at: timeOrNull(inAt), checked_out_at: timeOrNull(outAt) },
    ...{ version: version + 1, updated_at: timeOf(now) },
  })
  return []
}

const DEVICE = 'select d.device_id, … from attendant_devices d where'
const STILL_PAIRED = 'and (d.revoked_at is null or d.revoked_at > $2)'
const GATE = 'select b.booking_id, … from bookings b join parks k on k.id = b.park_id where'
const UNHELD = 'and b.hold_until is null for update of b'

const pairingStatements: Statements = [
  [
    'select id, code, name from parks where code = any($1::text[])',
    ({ parks }, [codes]) =>
      parks
        .filter(({ code }) => (codes as readonly string[]).includes(code))
        .map(({ id, code, name }) => ({ id, code, name })),
  ],
  // A world never asks for expired codes.
  ['delete from pairing_codes where expires_at < $1', () => []],
  ['insert into pairing_codes (code_hash, …', insertPairing],
  [
    'select park_ids, … from pairing_codes where code_hash = $1 for update',
    ({ pairings }, [codeHash]) => rowsOf(pairings.find(textOf(codeHash))),
  ],
  ['insert into attendant_devices (device_id, …', insertDevice],
  [
    'insert into attendant_device_parks (device_id, park_id) select $1, unnest($2::int[])',
    ({ devices }, [deviceId, parkIds]) => {
      devices.update(textOf(deviceId), { park_ids: parkIds as readonly number[] })
      return []
    },
  ],
  [
    'update pairing_codes set used_key = $2, device_id = $3 where code_hash = $1',
    ({ pairings }, [codeHash, key, deviceId]) => {
      pairings.update(textOf(codeHash), { used_key: textOf(key), device_id: textOf(deviceId) })
      return []
    },
  ],
  [`${DEVICE} d.token_hash = $1 ${STILL_PAIRED}`, findDevice((row) => row.token_hash)],
  [`${DEVICE} d.device_id::text = $1 ${STILL_PAIRED}`, findDevice((row) => row.device_id)],
  [
    'update attendant_devices set revoked_at = $2 where device_id::text = $1 and revoked_at is null returning device_id',
    revokeDevice,
  ],
  ['update attendant_devices set last_seen_at = $2 where device_id = $1 and last_seen_at < $3', noteSeen],
  ['insert into attempts as a … returning count, resets_at', countAttempt],
  ['select count, resets_at from attempts where bucket = $1 and resets_at > $2', findAttempts],
  ['update attempts set count = greatest(0, count - 1) where bucket = $1', returnAttempt],
]

const checkInStatements: Statements = [
  [
    `${GATE} right(replace(b.booking_id::text, '-', ''), 16) = $1 ${UNHELD}`,
    lockGate((row, tail) => tailOf(row) === tail),
  ],
  [`${GATE} b.booking_code = $1 ${UNHELD}`, lockGate((row, code) => row.booking_code === code)],
  [
    'select direction, believed_at as at from check_ins where booking_id = $1 and park_id = $2 order by believed_at, check_in_id',
    listEvents,
  ],
  [
    'select flags from check_ins where device_id = $1 and nonce = $2',
    ({ checkIns }, [deviceId, nonce]) => rowsOf(checkIns.find(nameOf(deviceId, nonce))),
  ],
  ['insert into check_ins (device_id, …', insertCheckIn],
  ['update bookings set checked_in_at = $2, checked_out_at = $3, … where booking_id = $1', setGateTimes],
]

/** Statements for attendants' phones: pairing, check-ins at the gate, and day lists. */
export const attendantStatements: Statements = [...pairingStatements, ...checkInStatements, ...dayListStatements]
