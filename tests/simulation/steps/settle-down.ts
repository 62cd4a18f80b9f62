import { askAgain } from '../../../src/actions/ask-again.online.ts'
import { dismissIntent } from '../../../src/actions/dismiss-intent.online.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { checkAtRest } from '../oracle/at-rest.ts'
import { intentsOf, sessionOf } from '../oracle/stored.ts'
import { Violation } from '../oracle/violation.ts'
import { type Device, livePages } from '../world/device.ts'
import type { Tab } from '../world/tab.ts'
import type { World } from '../world/world.ts'
import { signIn } from './sessions.ts'

/** Longer than the longest wait that a command keeps to: an hour that the provider asked for, and a little. */
const HEALTHY_HOURS = 4

const isWaitingFor = (world: World, device: Device, userId: string): boolean =>
  (world.watches[device.index]?.waiting() ?? []).some((row) => row.userId === userId)

/** The weather clears, the clocks are right, every account is open. */
async function heal(world: World): Promise<void> {
  world.provider.isDown = false
  for (const device of world.devices) {
    Object.assign(device.storage, { trouble: 'none', troubleLeft: 0 })
    device.weather = 'fine'
    device.clockOffsetMs = 0
  }
  for (const index of world.provider.server.users.keys()) await world.provider.setDisabled(index, false)
}

function onePage(world: World, device: Device): Tab {
  const [first, ...others] = livePages(device)
  for (const tab of others) tab.kill(false)
  return first ?? world.openTab(device, 'page')
}

/** The driver answers for what only they can answer for: a write whose answer was lost. */
function settleIntents(world: World, tab: Tab, userId: string): void {
  for (const [index, intent] of intentsOf(tab.device, userId).entries())
    world.follow(tab, 'settle an unfinished write', async () => {
      const settle = index % 2 === 0 ? askAgain : dismissIntent
      return (await settle(intent.id, tab.phone)).ok ? 'ok' : 'not now'
    })
}

async function empty(world: World, tab: Tab, userId: string): Promise<void> {
  const { device } = tab
  await world.pass(20_000)
  settleIntents(world, tab, userId)
  await world.pass(20_000)
  for (let hour = 0; hour < HEALTHY_HOURS && isWaitingFor(world, device, userId); hour += 1) await world.pass(HOUR_MS / 4)
}

/** Reads as a screen does, while the world goes on. */
async function compare(world: World, tab: Tab, userId: string): Promise<void> {
  await world.pass(2 * MINUTE_MS + 5_000)
  let outcome: unknown = new Violation('reading ends', 'the storage did not answer')
  checkAtRest(tab, userId, world.provider.state()).then(
    () => {
      outcome = undefined
    },
    (error: unknown) => {
      outcome = error
    },
  )
  await world.pass(1_000)
  if (outcome !== undefined) throw outcome
}

/** Every driver who has something waiting on this phone comes back to it, and finds everything as the provider has it. */
async function settleDevice(world: World, device: Device): Promise<void> {
  const tab = onePage(world, device)
  for (const other of world.devices) for (const { life } of other.tabs) life.isFrozen = other !== device
  await world.pass(60_000)
  for (const [index, user] of world.provider.server.users.entries()) {
    const isHere = sessionOf(device)?.user.user_id === user.id
    if (!isHere && !isWaitingFor(world, device, user.id)) continue
    if (!isHere || sessionOf(device)?.live === false) await signIn(world, tab, index)
    tab.wake()
    await empty(world, tab, user.id)
    await compare(world, tab, user.id)
  }
}

/** With a healthy network everything comes to rest, and then every screen says what the provider says. */
export async function settleDown(world: World): Promise<void> {
  world.isWoven = false
  await heal(world)
  for (const device of world.devices) await settleDevice(world, device)
}
