import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { DayList } from '../domain/day-list.ts'
import type { CheckIn, LoggedCheckIn } from '../domain/gate-log.ts'
import { freshRequest, type RequestRow } from './outbox-row.ts'

export interface AttendantPark {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** What this phone may do at the gate; it needs no account. */
export interface AttendantDeviceRow {
  readonly id: 'device'
  readonly deviceId: string
  readonly token: string
  readonly parks: readonly AttendantPark[]
  /** Code of the car park where the phone is in use. */
  readonly parkCode: string
  /** False once the provider has rejected this phone: everything stays readable, nothing is sent. */
  readonly live: boolean
}

/** A pairing that was sent: repeating the code with the same key returns the same answer. */
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

export type DeviceOwner = `device:${string}`
export type CheckInCommand = CheckIn & { readonly kind: 'gate.check_in' }

/**
 * An entry or exit is a request like a driver's; its nonce is its id. A car that was refused entry is `discarded` from
 * the start: it is never sent and stays in this phone's log.
 */
export interface CheckInRequest extends RequestRow<CheckInCommand, DeviceOwner> {
  /**
   * Idempotency-Key of the batch that contains this row: the same rows go under the same key until they are answered.
   */
  readonly batch: string | null
  /** When the provider confirmed it, by the provider's clock. */
  readonly sentAt: LoggedCheckIn['sentAt']
  readonly flags: LoggedCheckIn['flags']
}

export const deviceOwner = (deviceId: string): DeviceOwner => `device:${deviceId}`

export const toCheckInRequest = (
  { nonce, isAdmitted, at, ...checkIn }: CheckIn,
  { owner, now }: { readonly owner: DeviceOwner; readonly now: number },
): CheckInRequest => ({
  ...freshRequest({ id: nonce, owner, now }),
  seq: 0,
  lane: 'queued',
  kind: 'gate.check_in',
  entity: `gate:${checkIn.parkCode}`,
  command: { kind: 'gate.check_in', nonce, isAdmitted, at, ...checkIn },
  state: isAdmitted ? 'queued' : 'discarded',
  batch: null,
  sentAt: null,
  flags: [],
})

/** A row as stored by version 1 of the database. */
type OldCheckIn = LoggedCheckIn & {
  readonly owner: DeviceOwner
  readonly state: 'waiting' | 'sent' | 'refused' | 'noted'
  readonly batch: string | null
  readonly attempts: number
  readonly nextAt: number
}

const STATE_OF_OLD = { waiting: 'queued', sent: 'done', refused: 'rejected', noted: 'discarded' } as const

function fromOld(old: OldCheckIn): CheckInRequest {
  const { owner, state, batch, attempts, nextAt, sentAt, flags, ...checkIn } = old
  const known = { batch, attempts, nextAt, sentAt, flags, state: STATE_OF_OLD[state] }
  const firstSentAt = batch === null ? null : checkIn.at
  return { ...toCheckInRequest(checkIn, { owner, now: checkIn.at }), ...known, firstSentAt }
}

/** `baywise-device`: an attendant's pairing, day lists and gate decisions. Removed when the phone is unpaired. */
export class AttendantDb extends Dexie {
  declare readonly device: Table<AttendantDeviceRow | PairingRow, string>
  declare readonly dayLists: Table<DayListRow, string>
  declare readonly outbox: Table<CheckInRequest, string>

  constructor(name: string, options: DexieOptions) {
    super(name, options)
    // 1: first release. A day list is one row: each change reads all of it, and a thousand bookings are one clone.
    this.version(1).stores({ device: 'id', dayLists: 'parkCode', checkIns: 'nonce, state' })
    // 2: gate decisions move to an outbox like a driver's. The old table is emptied and stays.
    this.version(2)
      .stores({ outbox: 'id, state' })
      .upgrade(async (tx) => {
        const old = (await tx.table('checkIns').toArray()) as OldCheckIn[]
        await tx.table('outbox').bulkPut(old.map(fromOld))
        await tx.table('checkIns').clear()
      })
  }
}
