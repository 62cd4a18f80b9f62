import * as v from 'valibot'
import { CHECK_IN_FLAGS, VERDICT_KINDS } from '../domain/check-in.ts'
import { NO_SPACE_PROBLEMS } from '../domain/no-space.ts'
import { currency, instantText, listUpTo, shortText, single, uuid, vehicleTypeId } from './common.ts'
import { passHours } from './monthly.ts'
import { tariffSchema, taxSchema } from './tariff.ts'

const text = (limit: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limit))

/** A park's code, in any case. */
const parkCode = text(20)

/** The last 8 bytes of the booking's id, as a pass carries them: 16 hexadecimal digits. */
const bookingTail = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

const sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255))

/** `code`: as typed, or the whole link of the QR. An Idempotency-Key makes the answer of a used code repeatable. */
export const pairBody = v.object({ code: text(300), device_name: v.optional(shortText) })
export type PairBody = v.InferInput<typeof pairBody>

const attendantPark = v.object({ id: v.number(), code: v.string(), name: v.string() })

export const attendantDeviceSchema = v.object({
  device_id: uuid,
  device_name: v.nullable(v.string()),
  paired_at: instantText,
  parks: v.array(attendantPark),
})
export type AttendantDeviceWire = v.InferOutput<typeof attendantDeviceSchema>
export const attendantDeviceSingle = single(attendantDeviceSchema)
/** `token` is shown this once. */
export const pairSingle = single(v.object({ ...attendantDeviceSchema.entries, token: v.string() }))
export type PairAnswer = v.InferOutput<typeof pairSingle>['data']

export const dayListQuery = v.object({ park: parkCode, cursor: v.optional(v.pipe(v.string(), v.maxLength(80))) })

export const dayListEntrySchema = v.object({
  booking: bookingTail,
  sequence,
  /** 8 characters without hyphen. */
  code: v.string(),
  /** Normalised, whole. */
  plate: v.string(),
  vehicle_type_id: vehicleTypeId,
  start_time: instantText,
  end_time: instantText,
  state: v.picklist(['expected', 'inside', 'left', 'cancelled']),
  /** The last entry or exit, of a car that came. */
  since: v.exactOptional(instantText),
  tariff_version: v.string(),
  /** Its driver reported that there is no space. */
  problem: v.exactOptional(v.object({ kind: v.picklist(NO_SPACE_PROBLEMS), at: instantText })),
  /** Paid for the time after the end, minor units, and until when that pays. */
  overstay: v.exactOptional(v.object({ paid: v.number(), until: instantText })),
  /** Of a monthly pass: it lets its car in on every day of its span, within these hours; empty: at any time. */
  hours: v.exactOptional(passHours),
})
export type DayListEntryWire = v.InferOutput<typeof dayListEntrySchema>

/**
 * What the signature covers: the bytes of `data` as sent, which `JSON.stringify` of the parsed value gives again (never of the
 * value that a schema returned).
 */
export const dayListSchema = v.object({
  park: v.object({
    id: v.number(),
    code: v.string(),
    name: v.string(),
    timezone: v.string(),
    currency,
    capacity: v.nullable(v.number()),
    arrival_minutes: v.number(),
    grace_minutes: v.number(),
  }),
  /** `full` replaces the list that is held; `delta` is added to the one whose cursor is `base`. */
  kind: v.picklist(['full', 'delta']),
  issued_at: instantText,
  cursor: v.string(),
  base: v.nullable(v.string()),
  entries: v.array(dayListEntrySchema),
  /** Passes of these bookings count from `min_sequence` on; 256: none ever. */
  revoked: v.array(v.object({ booking: bookingTail, min_sequence: v.number() })),
  /** Cars inside as the provider knows it. */
  inside: v.number(),
  tariff: v.nullable(tariffSchema),
  taxes: v.array(taxSchema),
  /** What entries with another `tariff_version` were booked at. */
  earlier_rates: v.array(v.object({ tariff: tariffSchema, taxes: v.array(taxSchema) })),
})
export type DayListWire = v.InferOutput<typeof dayListSchema>

export const signedDayListSchema = v.object({
  data: dayListSchema,
  kid: v.number(),
  /** ECDSA P-256 with SHA-256, 64 raw bytes, base64url. */
  signature: v.string(),
})
export type SignedDayList = v.InferOutput<typeof signedDayListSchema>

/** A clock that was reset to 1970 is off by as much. */
const CLOCK_LIMIT_MS = 4_000_000_000_000
const clockAhead = v.pipe(v.number(), v.integer(), v.minValue(-CLOCK_LIMIT_MS), v.maxValue(CLOCK_LIMIT_MS))

export const checkInItemSchema = v.pipe(
  v.object({
    nonce: uuid,
    park: parkCode,
    booking: v.optional(bookingTail),
    code: v.optional(text(20)),
    /** Of a car that is on no list. */
    plate: v.optional(text(40)),
    sequence: v.optional(sequence),
    direction: v.picklist(['in', 'out']),
    /** By the attendant's phone. */
    at: instantText,
    /**
     * By how much the phone's clock was ahead of the provider's when this was recorded, negative when behind; null: it had not
     * heard the provider's time since it was opened. Left out by phones that do not tell.
     */
    clock_ahead_ms: v.optional(v.nullable(clockAhead)),
    list_issued_at: v.optional(v.nullable(instantText)),
    verdict: v.optional(v.picklist(VERDICT_KINDS)),
    method: v.optional(v.picklist(['scan', 'code', 'plate'])),
    override_reason: v.optional(v.nullable(text(200))),
  }),
  v.check(
    ({ booking, code, plate }) => booking !== undefined || code !== undefined || plate !== undefined,
    'booking, code or plate is required',
  ),
)
export type CheckInItem = v.InferInput<typeof checkInItemSchema>

/** The most that one request carries. */
export const CHECK_INS_MAXIMUM = 100
export const checkInsBody = v.object({
  items: v.pipe(listUpTo(checkInItemSchema, CHECK_INS_MAXIMUM), v.minLength(1)),
})

export const checkInsSingle = single(
  v.object({
    /** In the order of the request. `refused`: the device is not paired to this park, or was revoked before; nothing else is. */
    results: v.array(
      v.object({
        nonce: uuid,
        status: v.picklist(['recorded', 'repeated', 'refused']),
        flags: v.array(v.picklist(CHECK_IN_FLAGS)),
      }),
    ),
  }),
)
export type CheckInsAnswer = v.InferOutput<typeof checkInsSingle>['data']

export const occupancyQuery = v.object({ park: parkCode })
export const occupancySingle = single(
  v.object({ park: v.string(), inside: v.number(), capacity: v.nullable(v.number()), at: instantText }),
)
