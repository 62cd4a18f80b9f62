import { makeBookingCode } from '../../../src/domain/code.ts'
import type { DayList, DayListEntry, DayListPart } from '../../../src/domain/day-list.ts'
import { mergeDayList } from '../../../src/domain/day-list.ts'
import { toParkId, type ParkId } from '../../../src/domain/ids.ts'
import {
  importPassKeys,
  passPlate,
  signPass,
  type PassKey,
  type PassKeyring,
  type PassPayload,
} from '../../../src/domain/pass.ts'
import { TORONTO, at, tariffOf } from './tariffs.ts'

export const KEY_ID = 7
export const PARK: ParkId = toParkId(41)
export const NOON = at('2026-11-21T17:00:00Z')

export interface TestKeys {
  readonly privateKey: PassKey
  readonly keys: PassKeyring
}

export async function makeTestKeys(): Promise<TestKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    privateKey: pair.privateKey,
    keys: await importPassKeys([{ kid: KEY_ID, jwk: { kty: 'EC', crv: 'P-256', x, y } }]),
  }
}

/** Booked from 16:30 to 18:00. */
export const payloadOf = (changes: Partial<PassPayload> = {}): PassPayload => ({
  keyId: KEY_ID,
  parkId: PARK,
  bookingTail: '8a6b0123456789ab',
  sequence: 2,
  start: at('2026-11-21T16:30:00Z'),
  end: at('2026-11-21T18:00:00Z'),
  vehicleType: 1,
  ...passPlate('ABC123DE'),
  code: makeBookingCode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
  ...changes,
})

export const passOf = (keys: TestKeys, changes: Partial<PassPayload> = {}): Promise<string> =>
  signPass(payloadOf(changes), keys.privateKey)

export const entryOf = (changes: Partial<DayListEntry> = {}): DayListEntry => {
  const { bookingTail, sequence, code, start, end } = payloadOf()
  return {
    ...{ booking: bookingTail, sequence, code, start, end },
    plate: 'ABC123DE',
    vehicleType: 1,
    state: 'expected',
    since: null,
    tariffVersion: 'test-1',
    ...changes,
  }
}

export const partOf = (changes: Partial<DayListPart> = {}): DayListPart => ({
  park: {
    id: PARK,
    code: 'CA7KQ2M',
    name: 'Queen Street',
    timezone: TORONTO,
    capacity: 20,
    leeway: { arrivalMinutes: 15, graceMinutes: 10 },
  },
  kind: 'full',
  base: null,
  issuedAt: at('2026-11-21T16:45:00Z'),
  cursor: 'c1',
  inside: 0,
  rate: { tariff: tariffOf(), taxes: [] },
  earlierRates: [],
  entries: [],
  revoked: [],
  ...changes,
})

export function listOf(changes: Partial<DayListPart> = {}): DayList {
  const merged = mergeDayList(undefined, partOf(changes))
  if (!merged.ok) throw new Error(merged.error)
  return merged.value
}
