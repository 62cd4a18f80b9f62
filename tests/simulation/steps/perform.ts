import { unreachable } from '../../../src/lib/assert.ts'
import { RetrySyncError } from '../../../src/lib/retry-sync-error.ts'
import { drainOnSync } from '../../../src/sync/drain-on-sync.ts'
import { createRandom } from '../world/random.ts'
import { type Device, livePages } from '../world/device.ts'
import type { Tab } from '../world/tab.ts'
import type { World } from '../world/world.ts'
import { ACTS, type Tapped } from './act.ts'
import { signIn, signOut } from './sessions.ts'
import { describeStep, type Event, type Step } from './step.ts'

const PAGES = 3

interface Place {
  readonly world: World
  readonly device: Device
  readonly draw: number
}

function aPage({ world, device, draw }: Place): Tab {
  const pages = livePages(device)
  const page = pages[draw % Math.max(1, pages.length)] ?? world.openTab(device, 'page')
  device.front = page
  return page
}

/** A tap wakes the page. */
function touched(place: Place): Tab {
  const page = aPage(place)
  page.life.isFrozen = false
  return page
}

/** Wakes every open page, as when the browser reports a connection or another event. */
export function wakeAll(device: Device): void {
  for (const page of livePages(device)) page.wake()
}

function act(place: Place, verb: Tapped): void {
  const { world, draw } = place
  const tab = touched(place)
  const tap = { world, tab, random: createRandom(draw) }
  world.follow(tab, verb, () => ACTS[verb](tap))
}

/** Fires the `sync` event, as often as the browser does; the worker ends when it is done. */
export function wakeWorker(world: World, device: Device): void {
  const worker = world.openTab(device, 'worker')
  world.follow(worker, 'sync', async () => {
    try {
      await drainOnSync(worker.phone)
      return 'content'
    } catch (error) {
      if (error instanceof RetrySyncError) return 'asks for another try'
      throw error
    }
  })
}

const asleep = new WeakSet<World>()

/** Puts all phones to sleep for this long; work under way pauses. */
async function sleep({ world, device }: Place, ms: number): Promise<void> {
  const lives = world.devices.flatMap(({ tabs }) => tabs.map(({ life }) => life))
  for (const life of lives) life.isFrozen = true
  asleep.add(world)
  await world.pass(ms)
  asleep.delete(world)
  for (const slept of world.devices) if (slept.standsStill) slept.stoodStillMs += ms
  for (const life of lives) life.isFrozen = false
  wakeAll(device)
}

/** Freezes a background page; it resumes its work when it wakes. */
function freeze(place: Place, ms: number): void {
  const { life } = aPage(place)
  life.isFrozen = true
  place.world.timeline.after(ms, () => {
    // Waking the phone wakes its pages.
    if (!asleep.has(place.world)) life.isFrozen = false
  })
}

function outage({ world }: Place, ms: number): void {
  world.provider.isDown = true
  world.timeline.after(ms, () => {
    world.provider.isDown = false
  })
}

async function happen(place: Place, event: Exclude<Event, { kind: 'act' }>): Promise<void> {
  const { world, device, draw } = place
  const { provider } = world
  const userIndex = draw % provider.server.users.length
  switch (event.kind) {
    case 'weather':
      device.weather = event.weather
      return event.weather === 'fine' ? wakeAll(device) : undefined
    case 'kill':
      return world.killIn(aPage(place), event.turns, event.isKept)
    case 'open':
      if (livePages(device).length < PAGES) world.openTab(device, 'page')
      return undefined
    case 'worker':
      return wakeWorker(world, device)
    case 'clock':
      device.clockOffsetMs = event.offsetMs
      return undefined
    case 'sleep':
      return sleep(place, event.ms)
    case 'storage':
      Object.assign(device.storage, { trouble: event.trouble, troubleLeft: event.times })
      return undefined
    case 'freeze':
      return freeze(place, event.ms)
    case 'outage':
      return outage(place, event.ms)
    case 'tariff':
      return provider.raiseTariff(draw % provider.server.parks.length, event.unitPriceMinor)
    case 'postpone':
      return provider.moveEvent(event.days)
    case 'documents':
      return provider.moveRenewals(event.stage)
    case 'money':
      return provider.setBalance(userIndex, event.balanceMinor)
    case 'account':
      return provider.setDisabled(userIndex, event.isDisabled)
    case 'revoke':
      return provider.revokeSessions(userIndex)
    case 'back up':
      return provider.backUp()
    case 'restore':
      return provider.restore()
    default:
      return unreachable(event)
  }
}

/** Performs one step of a schedule, after its wait. */
export async function perform(world: World, step: Step): Promise<void> {
  await world.pass(step.waitMs)
  const device = world.devices[step.device]
  if (device === undefined) return
  world.say(describeStep(step))
  const place: Place = { world, device, draw: step.draw }
  const { event } = step
  if (event.kind !== 'act') await happen(place, event)
  else if (event.verb === 'sign in') await signIn(world, touched(place), step.draw % world.provider.server.users.length)
  else if (event.verb === 'sign out') signOut(world, touched(place), step.draw % 5 < 3 ? 'keep' : 'discard')
  else act(place, event.verb)
}
