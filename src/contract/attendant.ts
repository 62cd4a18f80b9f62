import * as v from 'valibot'
import { CHECK_IN_FLAGS, VERDICT_KINDS } from '../domain/check-in.ts'
import { NO_SPACE_PROBLEMS } from '../domain/no-space.ts'
import { currency, instantText, listUpTo, shortText, single, uuid, vehicleTypeId } from './common.ts'
import { passHours } from './monthly.ts'
import { tariffSchema, taxSchema } from './tariff.ts'

const text = (limit: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limit))

/** A car park's code, in any case. */
const parkCode = text(20)

/** The last 8 bytes of the booking's id, as a pass carries them: 16 hexadecimal digits. */
const bookingTail = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

const sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255))

/**
 * `code`: as typed, or the whole link from the QR code. An Idempotency-Key lets a retry get the same answer although
 * the code is already used.
 */
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
/** `token` is returned only once. */
export const pairSingle = single(v.object({ ...attendantDeviceSchema.entries, token: v.string() }))
export type PairAnswer = v.InferOutput<typeof pairSingle>['data']

export const dayListQuery = v.object({ park: parkCode, cursor: v.optional(v.pipe(v.string(), v.maxLength(80))) })

export const dayListEntrySchema = v.object({
  booking: bookingTail,
  sequence,
  /** 8 characters without a hyphen. */
  code: v.string(),
  /** Normalised and complete. */
  plate: v.string(),
  vehicle_type_id: vehicleTypeId,
  start_time: instantText,
  end_time: instantText,
  state: v.picklist(['expected', 'inside', 'left', 'cancelled']),
  /** The last entry or exit, if the car has come. */
  since: v.exactOptional(instantText),
  tariff_version: v.string(),
  /** Set when the driver reported that there was no space. */
  problem: v.exactOptional(v.object({ kind: v.picklist(NO_SPACE_PROBLEMS), at: instantText })),
  /** Amount paid for time after the end, in minor units, and the end of the paid time. */
  overstay: v.exactOptional(v.object({ paid: v.number(), until: instantText })),
  /** Only for a monthly pass, which admits its car on every day of its span within these hours; empty: at any time. */
  hours: v.exactOptional(passHours),
})
export type DayListEntryWire = v.InferOutput<typeof dayListEntrySchema>

/**
 * The signed payload. The signature covers the bytes of `data` as sent; `JSON.stringify` of the parsed JSON reproduces
 * them, whereas a value returned by a schema may not.
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
  /** `full` replaces the stored list; `delta` extends the list whose cursor is `base`. */
  kind: v.picklist(['full', 'delta']),
  issued_at: instantText,
  cursor: v.string(),
  base: v.nullable(v.string()),
  entries: v.array(dayListEntrySchema),
  /** Passes of these bookings are valid from `min_sequence` on; 256 revokes them for good. */
  revoked: v.array(v.object({ booking: bookingTail, min_sequence: v.number() })),
  /** Number of cars inside, according to the provider. */
  inside: v.number(),
  tariff: v.nullable(tariffSchema),
  taxes: v.array(taxSchema),
  /** The rates of entries booked under another `tariff_version`. */
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

/** Wide enough for a clock that was reset to 1970. */
const CLOCK_LIMIT_MS = 4_000_000_000_000
const clockAhead = v.pipe(v.number(), v.integer(), v.minValue(-CLOCK_LIMIT_MS), v.maxValue(CLOCK_LIMIT_MS))

export const checkInItemSchema = v.pipe(
  v.object({
    nonce: uuid,
    park: parkCode,
    booking: v.optional(bookingTail),
    code: v.optional(text(20)),
    /** Only for a car that is on no list. */
    plate: v.optional(text(40)),
    sequence: v.optional(sequence),
    direction: v.picklist(['in', 'out']),
    /** By the attendant's phone's clock. */
    at: instantText,
    /**
     * How far the phone's clock was ahead of the provider's at the time of recording, negative when behind. Null when
     * the phone had not received the provider's time since it was opened. Older phones omit it.
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

/** Maximum number of check-ins per request. */
export const CHECK_INS_MAXIMUM = 100
export const checkInsBody = v.object({
  items: v.pipe(listUpTo(checkInItemSchema, CHECK_INS_MAXIMUM), v.minLength(1)),
})

export const checkInsSingle = single(
  v.object({
    /**
     * In the order of the request. `refused` only when the device is not paired to this park or was revoked earlier.
     */
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
