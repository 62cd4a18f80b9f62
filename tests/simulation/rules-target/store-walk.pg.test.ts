import { expect, test } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import { MINUTE_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { policyToCarry, REFUND_POLICY_NAMES } from '../../../src/domain/refund-policies.ts'
import { createRandom, type Random } from '../world/random.ts'
import { type Asked, Both } from './both.ts'

const STEPS = 150
const DRIVERS = 2
const CAPACITIES = [1, 2]

interface Walk {
  readonly both: Both
  readonly random: Random
  /** Rows from earlier answers, so often out of date. */
  readonly bookings: Booking[]
  readonly vehicles: Vehicle[]
  readonly asked: Asked[]
}

const at = ({ both }: Walk, minutes: number): string => toRfc3339(toInstant(both.nowMs + minutes * MINUTE_MS))
const later = (text: string, minutes: number): string => toRfc3339(toInstant(Date.parse(text) + minutes * MINUTE_MS))

function makeBook(walk: Walk): Omit<Asked, 'as'> {
  const { random } = walk
  const start = random.int(12) * 15
  const units = 1 + random.int(5)
  const body = {
    park_id: 1 + random.int(CAPACITIES.length),
    plate: `P${String(random.int(4))}`,
    vehicle_type_id: 1,
    start_time: at(walk, start),
    end_time: at(walk, start + units * 30),
    payment_method: 'wallet',
    quoted_total: units * 200 + 50,
    tariff_version: random.pick(['v1', 'v1', 'v1', 'v2']),
  }
  return { method: 'POST', path: '/bookings', body }
}

function makeBookingChange({ random }: Walk, booking: Booking): Omit<Asked, 'as'> {
  const { booking_id, end_time } = booking
  const status = `/bookings/${booking_id}/status?status`
  switch (random.int(5)) {
    case 0:
      return { method: 'PUT', path: `${status}=cancelled` }
    case 1:
      return { method: 'PUT', path: `${status}=cancelled&min_refund=${String(random.int(900))}` }
    case 2:
      return { method: 'PUT', path: `${status}=active&quoted_total=${String(booking.total)}&tariff_version=v1` }
    case 3:
      return { method: 'PUT', path: `/bookings/${booking_id}/vehicle`, body: { plate: `Q${String(random.int(3))}` } }
    default: {
      const new_end_time = later(end_time, 30 * random.int(4))
      const body = { booking_id, new_end_time, base_end_time: end_time, max_price: random.int(4) * 200 }
      return { method: 'POST', path: '/bookings/extend', body }
    }
  }
}

function makeVehicleChange({ random }: Walk, vehicle: Vehicle | undefined): Omit<Asked, 'as'> {
  const fields = { plate: `V${String(random.int(5))}`, country_code: 'CA', label: `L${String(random.int(3))}` }
  if (vehicle === undefined || random.chance(0.3)) return { method: 'POST', path: '/user/vehicles/', body: fields }
  const path = `/user/vehicles/${vehicle.id}`
  if (random.chance(0.2)) return { method: 'DELETE', path }
  if (random.chance(0.3)) return { method: 'PUT', path: `${path}/default` }
  return { method: 'PUT', path, body: { ...fields, version: vehicle.version } }
}

function makeWrite(walk: Walk): Omit<Asked, 'as'> {
  const { random, bookings, vehicles } = walk
  if (random.chance(0.3)) return makeVehicleChange(walk, vehicles.length === 0 ? undefined : random.pick(vehicles))
  return bookings.length === 0 || random.chance(0.4) ? makeBook(walk) : makeBookingChange(walk, random.pick(bookings))
}

/** Makes a request; sometimes repeats an earlier one, unchanged or with another body. */
function makeAsked(walk: Walk, step: number): Asked {
  const { random, asked } = walk
  const as = random.int(DRIVERS)
  if (asked.length === 0 || random.chance(0.85)) return { ...makeWrite(walk), as, key: `step-${String(step)}` }
  const earlier = random.pick(asked)
  return random.chance(0.7) ? earlier : { ...earlier, ...makeWrite(walk) }
}

async function happen({ both, random }: Walk): Promise<void> {
  both.advance(random.int(40) * MINUTE_MS)
  if (random.chance(0.04)) await both.setBalance(random.int(DRIVERS), random.int(20) * 100)
  if (random.chance(0.02)) {
    const refundPolicy = policyToCarry(REFUND_POLICY_NAMES[random.int(REFUND_POLICY_NAMES.length)] ?? 'usual')
    const unitPriceMinor = 200 + random.int(3) * 50
    await both.raiseTariff(toParkId(1 + random.int(CAPACITIES.length)), unitPriceMinor, { refundPolicy })
  }
}

const isBooking = (data: object): data is Booking => 'booking_id' in data

function remember({ bookings, vehicles }: Walk, body: unknown): void {
  const data = (body as { data?: Booking | Vehicle } | null)?.data
  if (data === undefined) return
  if (isBooking(data)) bookings.push(data)
  else vehicles.push(data)
}

async function pull({ both }: Walk): Promise<void> {
  const paths = [
    '/bookings/list?size=100',
    '/user/vehicles/',
    '/user/favourites',
    '/wallet',
    '/wallet/transactions?size=100',
  ]
  for (let as = 0; as < DRIVERS; as += 1) for (const path of paths) await both.ask({ method: 'GET', path, as })
}

/** Runs beside the other steps, with its own random stream, so that those stay the same. */
async function favour({ both }: Walk, random: Random, step: number): Promise<void> {
  const path = `/user/favourites/${String(1 + random.int(CAPACITIES.length + 1))}`
  const key = `favour-${String(random.chance(0.8) ? step : random.int(step + 1))}`
  if (random.chance(0.3)) await both.ask({ method: random.pick(['PUT', 'DELETE']), path, as: random.int(DRIVERS), key })
}

test.each([11, 12])('whatever is asked in walk %i, nobody can tell memory from PostgreSQL', async (seed) => {
  const both = await Both.open(seed, { users: DRIVERS, capacities: CAPACITIES, balanceMinor: 6_000 })
  const walk: Walk = { both, random: createRandom(seed), bookings: [], vehicles: [], asked: [] }
  const favours = createRandom(seed + 100)
  const statuses = new Map<number, number>()
  for (let step = 0; step < STEPS; step += 1) {
    await happen(walk)
    const asked = makeAsked(walk, step)
    const { status, body } = await both.ask(asked)
    walk.asked.push(asked)
    remember(walk, body)
    await favour(walk, favours, step)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (step % 25 === 0) await pull(walk)
  }
  await pull(walk)
  await both.compareRows()
  await both.close()
  // A walk in which every request is refused would prove nothing.
  for (const status of [200, 201, 404, 409, 422]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(4)
})
