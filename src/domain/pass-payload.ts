/**
 * The 32 bytes of a pass P1, big-endian:
 * `version and type 1 | key id 1 | park 4 | booking 8 | sequence 1 | start 3 | duration 2 | class and flags 1 | plate 6 | code 5`.
 */
import { invariant, must } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { CROCKFORD } from './code.ts'
import { toBookingCode, toParkId, type BookingCode, type BookingId, type ParkId } from './ids.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'
import type { VehicleTypeId } from './tariff-types.ts'

export interface PassPayload {
  /** 0 to 255: `kid` in `/pass/keys`. */
  readonly keyId: number
  readonly parkId: ParkId
  /** See `bookingTail`. */
  readonly bookingTail: string
  /** 1 to 255; increases with each change of the booking. */
  readonly sequence: number
  /** Whole minutes from 2020-01-01 UTC. */
  readonly start: Instant
  /** Start plus a multiple of 5 minutes. */
  readonly end: Instant
  readonly vehicleType: VehicleTypeId
  /** Normalised, at most 8 characters. */
  readonly plate: string
  /** True when the plate was truncated to 8 characters. */
  readonly plateCut: boolean
  readonly code: BookingCode
  /** True for a monthly pass limited to weekly hours, which only the day list contains. */
  readonly isLimited?: true
}

/** Version 1 in the high half, type 1 (a parking booking) in the low half. */
export const PASS_VERSION = 0x11
export const PASS_BYTES = 32
/** The 256th change of a booking is refused, because the sequence is one byte. */
export const MAX_PASS_SEQUENCE = 255

const EPOCH_MS = Date.UTC(2020, 0, 1)
const UNIT_MS = 5 * MINUTE_MS
const PLATE_LENGTH = 8
const PLATE_CUT = 0x80
const LIMITED = 0x40
const CLASS_MASK = 0x0f
const PLATE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns the last 8 bytes of the booking's UUID as 16 lowercase hexadecimal digits; the first 8 bytes of a version 7
 * are mostly a timestamp.
 */
export const bookingTail = (bookingId: BookingId): string => bookingId.replaceAll('-', '').slice(-16).toLowerCase()

/** The plate as stored in a pass. */
export const passPlate = (normalised: string): Pick<PassPayload, 'plate' | 'plateCut'> => ({
  plate: normalised.slice(0, PLATE_LENGTH),
  plateCut: normalised.length > PLATE_LENGTH,
})

/** Throws on a field out of range, which the booking rules should have refused. */
export function encodePayload(payload: PassPayload): Uint8Array<ArrayBuffer> {
  invariant(payload.sequence >= 1 && payload.sequence <= MAX_PASS_SEQUENCE, 'a sequence is 1 to 255')
  invariant(/^[0-9a-f]{16}$/.test(payload.bookingTail), 'a booking tail is 16 hexadecimal digits')
  const fields: readonly (readonly [value: number, size: number])[] = [
    [PASS_VERSION, 1],
    [payload.keyId, 1],
    [payload.parkId, 4],
    [Number.parseInt(payload.bookingTail.slice(0, 8), 16), 4],
    [Number.parseInt(payload.bookingTail.slice(8), 16), 4],
    [payload.sequence, 1],
    [(payload.start - EPOCH_MS) / MINUTE_MS, 3],
    [(payload.end - payload.start) / UNIT_MS, 2],
    [payload.vehicleType + (payload.plateCut ? PLATE_CUT : 0) + (payload.isLimited === true ? LIMITED : 0), 1],
    [plateToNumber(payload.plate), 6],
    [codeToNumber(payload.code), 5],
  ]
  return Uint8Array.from(fields.flatMap(([value, size]) => toBytes(value, size)))
}

/** Decodes a payload; the caller has checked the version byte. `malformed`: the right length but invalid content. */
export function decodePayload(bytes: Uint8Array): Result<PassPayload, 'malformed'> {
  if (bytes.length !== PASS_BYTES || bytes[0] !== PASS_VERSION) return err('malformed')
  const number = (from: number, size: number): number => fromBytes(bytes.subarray(from, from + size))
  const start = EPOCH_MS + number(15, 3) * MINUTE_MS
  const flags = number(20, 1)
  const vehicleType = toVehicleType(flags & CLASS_MASK)
  const plate = numberToPlate(number(21, 6))
  if (vehicleType === undefined || plate === undefined) return err('malformed')
  return ok({
    keyId: number(1, 1),
    parkId: toParkId(number(2, 4)),
    bookingTail: Array.from(bytes.subarray(6, 14), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    sequence: number(14, 1),
    start: toInstant(start),
    end: toInstant(start + number(18, 2) * UNIT_MS),
    vehicleType,
    plate,
    plateCut: (flags & PLATE_CUT) !== 0,
    code: numberToCode(number(27, 5)),
    ...((flags & LIMITED) === 0 ? {} : { isLimited: true as const }),
  })
}

const toVehicleType = (value: number): VehicleTypeId | undefined =>
  value === 1 || value === 2 || value === 3 || value === 4 ? value : undefined

/** At most six bytes: below 2 ** 53, so plain numbers are exact. */
function toBytes(value: number, size: number): number[] {
  invariant(
    Number.isInteger(value) && value >= 0 && value < 256 ** size,
    `${String(value)} does not fit ${String(size)} bytes`,
  )
  return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256)
}

const fromBytes = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)

/** Base 37: 0 pads at the right, 0-9A-Z are 1 to 36. */
function plateToNumber(plate: string): number {
  invariant(plate.length >= 1 && plate.length <= PLATE_LENGTH, 'a pass carries 1 to 8 characters of a plate')
  return Array.from({ length: PLATE_LENGTH }, (_, index) => plate[index]).reduce((value, character) => {
    const digit = character === undefined ? 0 : PLATE_CHARACTERS.indexOf(character) + 1
    invariant(character === undefined || digit > 0, 'a plate is normalised')
    return value * 37 + digit
  }, 0)
}

function numberToPlate(value: number): string | undefined {
  let rest = value
  let plate = ''
  for (let index = 0; index < PLATE_LENGTH; index += 1) {
    const digit = rest % 37
    rest = Math.floor(rest / 37)
    // We never write a pad between characters or a value above 37 ** 8.
    if (digit === 0 && plate !== '') return undefined
    if (digit > 0) plate = must(PLATE_CHARACTERS[digit - 1], 'plate character') + plate
  }
  return rest === 0 && plate !== '' ? plate : undefined
}

const codeToNumber = (code: BookingCode): number =>
  Array.from(code).reduce((value, character) => {
    const digit = CROCKFORD.indexOf(character)
    invariant(code.length === 8 && digit >= 0, 'a booking code is 8 Crockford characters')
    return value * 32 + digit
  }, 0)

const numberToCode = (value: number): BookingCode =>
  toBookingCode(
    Array.from({ length: 8 }, (_, index) =>
      must(CROCKFORD[Math.floor(value / 32 ** (7 - index)) % 32], 'code character'),
    ).join(''),
  )
