import { BALANCE_MINOR, begin, USERS } from '../run-seed.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { must } from '../../../src/lib/assert.ts'
import { bookingsOf, bySeq, outboxOf, sessionOf, vehiclesOf } from '../oracle/stored.ts'
import { createRulesTarget } from '../rules-target/rules-target.ts'
import type { RequestLimits } from '../target.ts'
import { settleDown } from '../steps/settle-down.ts'
import { type Device, livePages } from '../world/device.ts'
import type { Fate } from '../world/link.ts'
import type { Tab } from '../world/tab.ts'
import { createWorld, type World } from '../world/world.ts'

/** A world whose events are scripted instead of random. */
export interface Scene {
  readonly world: World
  readonly device: Device
  readonly userId: string
  /** The first open page of the first phone; opens one when there is none. */
  page(): Tab
  rows(device?: Device): readonly OutboxRow[]
  states(): readonly string[]
  booking(): Booking
  vehicle(): ReturnType<typeof vehiclesOf>[number]['vehicle']
}

export const REACHES_TWICE: Fate = { deliveries: [10, 10], answer: 'own', backMs: 10 }
export const ANSWER_LOST: Fate = { deliveries: [10], answer: 'lost', backMs: 10 }
export const REQUEST_LOST: Fate = { deliveries: [], answer: 'lost', backMs: 10 }
export const NEVER_ANSWERED: Fate = { deliveries: [], answer: 'silence', backMs: 10 }

const target = createRulesTarget()

function sceneOf(world: World): Scene {
  const device = must(world.devices[0], 'a phone')
  const userId = must(sessionOf(device), 'a session').user.user_id
  const rows = (of: Device = device): readonly OutboxRow[] => bySeq(outboxOf(of, userId))
  return {
    world,
    device,
    userId,
    page: () => livePages(device)[0] ?? world.openTab(device, 'page'),
    rows,
    states: () => rows().map(({ state }) => state),
    booking: () => must(bookingsOf(device, userId)[0], 'a booking').booking,
    vehicle: () => must(vehiclesOf(device, userId)[0], 'a vehicle').vehicle,
  }
}

/**
 * Plays the story, lets everything settle, and compares every screen with the provider. Checks all invariants
 * throughout.
 */
export async function play(story: (scene: Scene) => Promise<void>, devices = 1, limits?: RequestLimits): Promise<void> {
  const setup = { seed: 7, target, users: USERS, capacities: [8, 8], balanceMinor: BALANCE_MINOR, devices, limits }
  const world = await createWorld(setup)
  try {
    await begin(world, 7)
    world.calm()
    await story(sceneOf(world))
    await settleDown(world)
  } finally {
    world.close()
  }
}
