import './world/disable-broadcast-channel.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { type Coverage, count, countSteps } from './coverage.ts'
import { Violation } from './oracle/violation.ts'
import { makeSchedule } from './steps/make-schedule.ts'
import { perform } from './steps/perform.ts'
import { signIn } from './steps/sessions.ts'
import { settleDown } from './steps/settle-down.ts'
import type { Schedule } from './steps/step.ts'
import type { RequestLimits, SimulationTarget } from './target.ts'
import { createRandom, mix, type Random } from './world/random.ts'
import { createWorld, type World } from './world/world.ts'

/** A driver's phone, often a tablet too, sometimes also a second driver's phone. */
const DEVICES: readonly number[] = [1, 2, 1, 1, 3, 1, 2]
const devicesOf = (seed: number): number => DEVICES[seed % DEVICES.length] ?? 1
export const USERS = 2
/** Drivers by device: the first driver has two. */
const OWNERS: readonly number[] = [0, 0, 1]
export const BALANCE_MINOR = 10_000

/** Low enough that an ordinary story sometimes exceeds them. */
const LIMITS: readonly RequestLimits[] = [
  { perAddress: 12, perUser: 0 },
  { perAddress: 0, perUser: 8 },
  { perAddress: 16, perUser: 8 },
]
const LIMITED_CHANCE = 0.1

/**
 * Request limits per minute, for some providers. Has its own random stream, so that all other stories stay the same.
 */
function limitsOf(seed: number): RequestLimits | undefined {
  const random = createRandom(mix(seed, 11))
  return random.chance(LIMITED_CHANCE) ? random.pick(LIMITS) : undefined
}

export interface SeedResult {
  readonly seed: number
  readonly schedule: Schedule
  readonly violation: Violation | undefined
  readonly trace: readonly string[]
  readonly coverage: Coverage
}

interface Buyer {
  readonly world: World
  readonly random: Random
  readonly token: string
}

async function post({ world, random, token }: Buyer, path: string, body: unknown): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': uuid7(world.timeline.now(), () => random.next()),
  }
  const url = `http://localhost/api/v1${path}`
  await world.provider.deliver(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Creates what a driver has before the story begins. */
async function furnish(world: World, random: Random, userIndex: number): Promise<void> {
  const { access_token: token } = await world.provider.signIn(userIndex)
  const buyer: Buyer = { world, random, token }
  for (let index = 0; index < 2; index += 1) {
    const parkIndex = random.int(world.provider.server.parks.length)
    const minutes = 60 * (1 + random.int(2))
    const startMs = world.timeline.now() + MINUTE_MS * random.int(90)
    const times = { start_time: startMs, end_time: startMs + minutes * MINUTE_MS }
    await post(buyer, '/bookings', {
      park_id: world.provider.server.parks[parkIndex]?.id,
      plate: `OWN-${String(userIndex)}${String(index)}`,
      vehicle_type_id: 1,
      start_time: new Date(times.start_time).toISOString(),
      end_time: new Date(times.end_time).toISOString(),
      payment_method: 'wallet',
      quoted_total: world.provider.priceOf(parkIndex, minutes),
      tariff_version: world.provider.tariffVersion(parkIndex),
    })
    const id = uuid7(world.timeline.now(), () => random.next())
    const plate = `CAR-${String(userIndex)}${String(index)}`
    await post(buyer, '/user/vehicles/', { id, plate, country_code: 'CA', vehicle_type_id: 1 })
  }
}

/** Gives gifts to every driver, even to those without a phone in the story. */
async function buyGifts(world: World, seed: number): Promise<void> {
  if (world.provider.server.shop === undefined) return
  const random = createRandom(mix(seed, 16))
  for (const index of world.provider.server.users.keys()) {
    const { access_token: token } = await world.provider.signIn(index)
    for (const amount of [1_501, 1_502]) await post({ world, random, token }, '/gifts', { amount, currency: 'CAD' })
  }
}

/** Prepares the story: every driver has their things, is signed in, and has pulled them. */
export async function begin(world: World, seed: number): Promise<void> {
  const random = createRandom(mix(seed, 6))
  for (const index of new Set(OWNERS.slice(0, world.devices.length))) await furnish(world, random, index)
  await buyGifts(world, seed)
  const pages = world.devices.map((device) => world.openTab(device, 'page'))
  await world.pass(2_000)
  for (const tab of pages) await signIn(world, tab, OWNERS[tab.device.index] ?? 0)
  await world.pass(3_000)
  world.weave()
}

const toViolation = (error: unknown): Violation =>
  error instanceof Violation ? error : new Violation('the world goes on', String((error as Error).stack ?? error))

/** Runs one story from its seed, or from a schedule with some steps removed. */
export async function runSeed(
  target: SimulationTarget,
  seed: number,
  schedule: Schedule = makeSchedule(seed, devicesOf(seed), target.hasShop),
): Promise<SeedResult> {
  const world = await createWorld({
    seed,
    target,
    users: USERS,
    capacities: [2, 4],
    balanceMinor: BALANCE_MINOR,
    devices: devicesOf(seed),
    limits: limitsOf(seed),
  })
  let violation: Violation | undefined
  try {
    await begin(world, seed)
    for (const step of schedule) await perform(world, step)
    await settleDown(world)
  } catch (error) {
    violation = toViolation(error)
  } finally {
    world.close()
  }
  countSteps(world.coverage, schedule)
  count(world.coverage, `devices: ${String(world.devices.length)}`)
  return { seed, schedule, violation, trace: world.trace, coverage: world.coverage }
}
