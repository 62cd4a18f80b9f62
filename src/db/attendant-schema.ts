import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { DayList } from '../domain/day-list.ts'
import type { LoggedCheckIn } from '../domain/gate-log.ts'

export interface AttendantPark {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** What this phone may do at the gate; no account behind it. */
export interface AttendantDeviceRow {
  readonly id: 'device'
  readonly deviceId: string
  readonly token: string
  readonly parks: readonly AttendantPark[]
  /** Code of the car park that the phone stands at. */
  readonly parkCode: string
  /** False once the provider said that it knows this phone no more: everything stays readable, nothing is sent. */
  readonly live: boolean
}

/** A pairing that was sent: the same code with the same key gives the same answer again. */
export interface PairingRow {
  readonly id: 'pairing'
  readonly code: string
  readonly key: string
}

export interface DayListRow {
  readonly parkCode: string
  readonly list: DayList
  /** Epoch milliseconds. */
  readonly savedAt: number
}

/*
 *   waiting --- stored under a batch, sent ---> sent
 *      |                                  \--> refused (not this phone's park, or not understood)
 *   noted: a car that was not let through; never sent
 */
export interface CheckInRow extends LoggedCheckIn {
  readonly owner: `device:${string}`
  readonly state: 'waiting' | 'sent' | 'refused' | 'noted'
  /** Idempotency-Key of the request that it goes with: the same rows under the same key until there is an answer. */
  readonly batch: string | null
  readonly attempts: number
  /** Epoch milliseconds: not sent before that. */
  readonly nextAt: number
}

export const deviceOwner = (deviceId: string): CheckInRow['owner'] => `device:${deviceId}`

/** `baywise-device`: an attendant's pairing, day lists and what was decided at the gate. Removed when the phone is unpaired. */
export class AttendantDb extends Dexie {
  declare readonly device: Table<AttendantDeviceRow | PairingRow, string>
  declare readonly dayLists: Table<DayListRow, string>
  declare readonly checkIns: Table<CheckInRow, string>

  constructor(name: string, options: DexieOptions) {
    super(name, options)
    // 1: first release. A day list is one row: it is read whole at each change and a thousand bookings are one clone.
    this.version(1).stores({ device: 'id', dayLists: 'parkCode', checkIns: 'nonce, state' })
  }
}
