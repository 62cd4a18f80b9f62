import type { InferOutput } from 'valibot'
import type { checkInItemSchema, CheckInsAnswer } from '../../src/contract/attendant.ts'
import { leewayOf } from '../../src/domain/booking.ts'
import {
  type BelievedTime,
  believedTime,
  type CheckInFlag,
  findContradiction,
  type GateEvent,
  summariseGate,
  toldInstant,
} from '../../src/domain/check-in.ts'
import { isSameCode, parseBookingCode } from '../../src/domain/code.ts'
import { DAY_MS, type Instant, MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { normalisePlate } from '../../src/domain/plate.ts'
import type { Queryable } from '../db/database.ts'
import {
  findCheckIn,
  type GateBooking,
  insertCheckIn,
  listGateEvents,
  lockGateBooking,
  setGateTimes,
} from '../repositories/check-ins.ts'
import type { AttendantDevice, DevicePark } from '../repositories/pairing.ts'

export type Item = InferOutput<typeof checkInItemSchema>
type ItemResult = CheckInsAnswer['results'][number]

/** How long a revoked phone may still upload what it recorded before the revocation. */
export const REVOKED_GRACE_MS = DAY_MS

interface Recording {
  readonly device: AttendantDevice
  readonly park: DevicePark
  readonly item: Item
  readonly nowMs: number
}

async function findBooking(tx: Queryable, { booking, code }: Item): Promise<GateBooking | undefined> {
  if (booking !== undefined) return lockGateBooking(tx, { tail: booking })
  const parsed = code === undefined ? undefined : parseBookingCode(code)
  return parsed?.ok === true ? lockGateBooking(tx, { code: parsed.value }) : undefined
}

/** Identifies who went through the gate, so that a car without a booking can be counted out again. */
function subjectOf({ booking, code, plate }: Item, found: GateBooking | undefined): string {
  if (found !== undefined) return found.booking_id
  if (plate !== undefined) return `plate:${normalisePlate(plate)}`
  return booking === undefined ? `code:${(code ?? '').toUpperCase()}` : `booking:${booking}`
}

function isOutsideWindow(booking: GateBooking, direction: 'in' | 'out', at: Instant): boolean {
  const { arrivalMinutes, graceMinutes } = leewayOf(booking.leeway)
  const { start_time: start, end_time: end, overstay_until: paidUntil, openings } = booking
  const isEarly = (from: number): boolean => at < from - arrivalMinutes * MINUTE_MS
  const isLate = (until: number): boolean => at >= until + graceMinutes * MINUTE_MS
  if (openings === null) return (direction === 'in' && isEarly(start)) || isLate(Math.max(end, paidUntil ?? 0))
  const spans = paidUntil === null ? openings : [...openings, { start: end, end: paidUntil }]
  return !spans.some((span) => !isEarly(span.start) && !isLate(span.end))
}

function flagsOf(
  { device, item, park }: Recording,
  event: GateEvent & Pick<BelievedTime, 'doubt'>,
  booking: GateBooking | undefined,
): readonly CheckInFlag[] {
  const isOf = (flag: CheckInFlag, holds: boolean | undefined): readonly CheckInFlag[] => (holds === true ? [flag] : [])
  return [
    ...isOf('unknown_booking', booking === undefined),
    ...isOf('wrong_park', booking !== undefined && booking.park_id !== park.id),
    ...isOf('cancelled', booking?.status === 'cancelled'),
    ...isOf('outside_window', booking !== undefined && isOutsideWindow(booking, event.direction, event.at)),
    ...isOf(
      'old_sequence',
      booking !== undefined && item.sequence !== undefined && item.sequence < booking.pass_sequence,
    ),
    ...(event.doubt === undefined ? [] : [event.doubt]),
    ...isOf('revoked_phone', device.revoked_at !== null),
    ...isOf('overridden', (item.override_reason ?? null) !== null),
  ]
}

const listTimeOf = ({ list_issued_at: issuedAt }: Item): Instant | null =>
  issuedAt === undefined || issuedAt === null ? null : mustInstant(issuedAt)

async function insert(
  tx: Queryable,
  recording: Recording,
  known: {
    readonly booking: GateBooking | undefined
    readonly event: GateEvent
    readonly flags: readonly CheckInFlag[]
  },
): Promise<boolean> {
  const { device, park, item, nowMs } = recording
  const { booking, event, flags } = known
  return insertCheckIn(tx, {
    deviceId: device.device_id,
    nonce: item.nonce,
    parkId: park.id,
    bookingId: booking?.booking_id ?? null,
    subject: subjectOf(item, booking),
    sequence: item.sequence ?? null,
    direction: item.direction,
    at: mustInstant(item.at),
    believedAt: event.at,
    receivedMs: nowMs,
    listIssuedAt: listTimeOf(item),
    verdict: item.verdict ?? null,
    method: item.method ?? null,
    overrideReason: item.override_reason ?? null,
    flags,
  })
}

/** Recomputes the booking's times from its whole log, since a late upload can also change an earlier time. */
async function applyToBooking(
  tx: Queryable,
  booking: GateBooking,
  log: { readonly events: readonly GateEvent[]; readonly nowMs: number },
): Promise<void> {
  const { checkedInAt: inAt, checkedOutAt: outAt } = summariseGate(log.events)
  if (inAt === booking.checked_in_at && outAt === booking.checked_out_at) return
  await setGateTimes(tx, booking.booking_id, { inAt, outAt, nowMs: log.nowMs })
}

async function record(tx: Queryable, recording: Recording): Promise<ItemResult> {
  const { device, park, item, nowMs } = recording
  const { nonce } = item
  const repeated = await findCheckIn(tx, device.device_id, nonce)
  if (repeated !== undefined) return { nonce, status: 'repeated', flags: repeated.flags }
  const told = { at: mustInstant(item.at), clockAheadMs: item.clock_ahead_ms, listIssuedAt: listTimeOf(item) }
  const event = { direction: item.direction, ...believedTime({ ...told, receivedAt: toInstant(nowMs) }) }
  const booking = await findBooking(tx, item)
  const isHere = booking !== undefined && booking.park_id === park.id
  const log = isHere ? await listGateEvents(tx, booking) : []
  const contradiction = isHere ? findContradiction(log, event) : undefined
  const flags = [...(contradiction === undefined ? [] : [contradiction]), ...flagsOf(recording, event, booking)]
  const isNew = await insert(tx, recording, { booking, event, flags })
  if (!isNew) return { nonce, status: 'repeated', flags }
  if (isHere) await applyToBooking(tx, booking, { events: [...log, event], nowMs })
  return { nonce, status: 'recorded', flags }
}

const mayRecord = ({ revoked_at: revokedAt }: AttendantDevice, { at, clock_ahead_ms: clockAheadMs }: Item): boolean =>
  revokedAt === null || toldInstant({ at: mustInstant(at), clockAheadMs }) <= revokedAt

/**
 * Records every decision of an attendant, however late it arrives: a decision at the gate is a fact. Only entries for a
 * park that is not the device's, or made after the device was revoked, are refused; other problems are flagged.
 */
export async function recordCheckIns(
  tx: Queryable,
  upload: { readonly device: AttendantDevice; readonly items: readonly Item[]; readonly nowMs: number },
): Promise<CheckInsAnswer> {
  const results: ItemResult[] = []
  for (const item of upload.items) {
    const park = upload.device.parks.find(({ code }) => isSameCode(code, item.park))
    results.push(
      park === undefined || !mayRecord(upload.device, item)
        ? { nonce: item.nonce, status: 'refused', flags: [] }
        : await record(tx, { device: upload.device, park, item, nowMs: upload.nowMs }),
    )
  }
  return { results }
}
