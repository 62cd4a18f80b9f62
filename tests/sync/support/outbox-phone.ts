import { applySession } from '../../../src/db/apply/session.ts'
import { applyBooking } from '../../../src/db/apply/bookings.ts'
import { applyVehicle } from '../../../src/db/apply/vehicles.ts'
import type { NowCommand } from '../../../src/db/command.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import type { QueueableCommand } from '../../../src/domain/commands.ts'
import type { ParkProblem } from '../../../src/domain/park-problem.ts'
import type { Timers } from '../../../src/lib/timers.ts'
import { enqueue } from '../../../src/outbox/enqueue.ts'
import { readOutbox } from '../../../src/outbox/read.ts'
import { sessionOf } from '../../db/support/session.ts'
import { dated, valueOf } from './provider-phone.ts'
import { createSmallProvider, END, BOOKING_ID, START_MS, type SmallProvider, VEHICLE_ID } from './small-provider.ts'
import { createTestPhone, type Line, type TestPhone } from './test-phone.ts'

export const USER_A = '01890a5d-ac96-774b-bcce-b302099a00aa'
export const USER_B = '01890a5d-ac96-774b-bcce-b302099a00bb'

export interface TestClock {
  now(): number
  advance(ms: number): void
}

function createClock(): TestClock {
  let now = START_MS
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}

export interface OutboxRig {
  readonly provider: SmallProvider
  readonly phone: TestPhone
  readonly clock: TestClock
  ask(command: QueueableCommand): Promise<OutboxRow>
  /** Readable rows of the signed-in driver, oldest first. */
  rows(): Promise<readonly OutboxRow[]>
}

export const signInAs = (phone: TestPhone, userId: string): Promise<unknown> =>
  applySession(phone.dbs, sessionOf(userId), phone.clock.now())

export async function rowsOf(phone: TestPhone): Promise<readonly OutboxRow[]> {
  const entries = await readOutbox(phone.dbs)
  return entries.flatMap((entry) => (entry.readable ? [entry.row] : [])).toReversed()
}

/** A phone of driver A with one booking and one vehicle in its mirror, and a provider that has the same. */
export async function createRig(options: { readonly timers?: Timers } = {}): Promise<OutboxRig> {
  const provider = createSmallProvider()
  const clock = createClock()
  const phone = createTestPhone({ fetch: dated((request) => provider.fetch(request), clock), clock, ...options })
  await signInAs(phone, USER_A)
  const savedAt = clock.now()
  for (const booking of provider.bookings.values()) await applyBooking(phone.dbs, USER_A, { booking, savedAt })
  for (const vehicle of provider.vehicles.values()) await applyVehicle(phone.dbs, USER_A, { vehicle, savedAt })
  return {
    provider,
    phone,
    clock,
    ask: async (command) => valueOf(await enqueue(phone, USER_A, command)),
    rows: () => rowsOf(phone),
  }
}

export const cancel = (minRefundMinor = 600, bookingId = BOOKING_ID): QueueableCommand => ({
  kind: 'booking.cancel',
  bookingId,
  minRefundMinor,
})

/** A later stay in the same park as the booking. */
export const book = (hour = 14): NowCommand => ({
  kind: 'booking.create',
  body: {
    park_id: 1,
    plate: 'ABC-123',
    vehicle_type_id: 1,
    start_time: `2026-11-21T${String(hour)}:00:00Z`,
    end_time: `2026-11-21T${String(hour + 1)}:00:00Z`,
    payment_method: 'wallet',
    quoted_total: 600,
    tariff_version: 'v1',
  },
  parkName: 'Marché Thiès',
  seen: [BOOKING_ID],
})

export const extend = (newEnd: string, baseEnd = END): QueueableCommand => ({
  kind: 'booking.extend',
  bookingId: BOOKING_ID,
  baseEnd,
  newEnd,
  maxPriceMinor: 500,
  notAfter: '2026-11-21T12:10:00Z',
})

const CAR = { plate: 'XYZ-789', country_code: 'CA', vehicle_type_id: 1 } as const

export const add = (vehicleId: string, plate = 'XYZ-789'): QueueableCommand => ({
  kind: 'vehicle.add',
  vehicleId,
  vehicle: { ...CAR, plate },
})

export const edit = (plate: string, vehicleId = VEHICLE_ID, baseVersion = 1): QueueableCommand => ({
  kind: 'vehicle.edit',
  vehicleId,
  vehicle: { ...CAR, plate },
  baseVersion,
})

export const remove = (vehicleId = VEHICLE_ID): QueueableCommand => ({ kind: 'vehicle.delete', vehicleId })
export const setDefault = (vehicleId = VEHICLE_ID): QueueableCommand => ({ kind: 'vehicle.set_default', vehicleId })

export const report = (problem: ParkProblem = 'price', text: string | null = 'C$9', parkId = 1): QueueableCommand => ({
  kind: 'park.report',
  parkId,
  parkName: 'Marché Thiès',
  problem,
  text,
})

export const favour = (kind: 'add' | 'remove', { isHeld = kind === 'remove', parkId = 1 } = {}): QueueableCommand => ({
  kind: `favourite.${kind}`,
  parkId,
  place: { name: 'Marché Thiès', slug: 'marche-thies', address: null },
  isHeld,
})

export const newVehicleId = (index: number): string =>
  `01890a5d-ac96-774b-bcce-b3020999${String(index).padStart(4, '0')}`

/** A `Request`, or the line's record of one. */
interface Sent {
  readonly method: string
  readonly url?: string
  readonly path?: string
}

/** Whether the driver asked for it; look-ups of a request do not count. */
export const isWrite = ({ method, url, path }: Sent): boolean =>
  method !== 'GET' && !(path ?? url ?? '').includes('/requests/')

/** Keys of the sent writes, in order. */
export const keysSent = ({ line }: TestPhone): readonly (string | null)[] =>
  line.sent.filter(isWrite).map(({ key }) => key)

export const statesOf = async (rig: OutboxRig): Promise<readonly string[]> =>
  (await rig.rows()).map(({ state }) => state)

/** Gives writes this answer instead of the provider's. */
export const answering =
  (answer: () => Response | Promise<Response>): Line['through'] =>
  async (request, next) =>
    isWrite(request) ? answer() : next(request)

export const passing: Line['through'] = (request, next) => next(request)

/** Advances past any backoff of a few attempts. */
export const waitOut = ({ clock }: OutboxRig): void => clock.advance(3_600_000)
