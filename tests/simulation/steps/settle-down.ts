import { removeRequest, tryAgain } from '../../../src/actions/requests.online.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { MAX_WAIT_MS } from '../../../src/outbox/backoff.ts'
import { must } from '../../../src/lib/assert.ts'
import { checkAtRest } from '../oracle/at-rest.ts'
import { checkGateAtRest, waitingCheckIns } from '../oracle/gate-rules.ts'
import { attendantOf, isOpenNow, outboxOf, sessionOf } from '../oracle/stored.ts'
import { hold, Violation } from '../oracle/violation.ts'
import { type Device, livePages } from '../world/device.ts'
import type { Tab } from '../world/tab.ts'
import type { World } from '../world/world.ts'
import { findRest } from '../../../src/sync/pull-pace.ts'
import { syncGate } from './act-gate.ts'
import { checkShopAtRest } from '../oracle/shop-rules.ts'
import { refreshShop } from './act-shop.ts'
import { signIn } from './sessions.ts'

const TURN_MS = 30_000
/** Longer than a command's longest wait: an hour that the provider asked for, and a little. */
const HEALTHY_TURNS = (2 * HOUR_MS) / TURN_MS
/** While something waits, the driver opens the app from time to time. */
const LOOK_TURNS = 20

const isWaitingFor = (world: World, device: Device, userId: string): boolean =>
  (world.watches[device.index]?.waiting() ?? []).some((row) => row.userId === userId)

/** Longer than any request is in transit, in any weather. */
const LATE_MS = 90_000
/** A tap that takes longer than this counts as hanging. */
const PATIENCE_MS = 10 * MINUTE_MS
const PULL_TRIES = 3

/** Restores the network, corrects the clocks and enables every account. No page acts while late requests arrive. */
async function heal(world: World): Promise<void> {
  world.provider.isDown = false
  for (const device of world.devices) {
    Object.assign(device.storage, { trouble: 'none', troubleLeft: 0 })
    device.weather = 'fine'
    device.clockOffsetMs = 0
    // From here on a page wakes only when told to.
    device.isHidden = true
  }
  for (const index of world.provider.server.users.keys()) await world.provider.setDisabled(index, false)
  for (const device of world.devices) for (const { life } of device.tabs) life.isFrozen = true
  await world.pass(LATE_MS)
}

function onePage(world: World, device: Device): Tab {
  const [first, ...others] = livePages(device)
  for (const tab of others) tab.kill(false)
  return first ?? world.openTab(device, 'page')
}

/** Makes the driver settle requests whose answer was lost, which only they can do. */
function settleOpen(world: World, tab: Tab, userId: string): void {
  // By now the page shows who is signed in, as a tapped page does.
  tab.phone.dbs.noteShown(userId)
  for (const [index, { id }] of outboxOf(tab.device, userId).filter(isOpenNow).entries())
    world.follow(tab, 'settle an unconfirmed request', async () => {
      const settle = index % 2 === 0 ? tryAgain : removeRequest
      return (await settle(id, tab.phone)).ok ? 'ok' : 'not now'
    })
}

/** Waits until the driver's requests in this page, and what follows from them, have ended. */
async function rest(world: World, tab: Tab): Promise<void> {
  world.follow(tab, 'rest', async () => {
    await tab.phone.settled()
    return 'ok'
  })
  const untilMs = world.timeline.now() + PATIENCE_MS
  await world.pass(0)
  while (world.isActing(tab)) {
    if (world.timeline.now() > untilMs) throw new Violation('every tap has an end', tab.id)
    await world.pass(500)
  }
}

async function comeBack(world: World, tab: Tab, userIndex: number): Promise<void> {
  await signIn(world, tab, userIndex)
  await rest(world, tab)
  // Wait for the background work that it started.
  await rest(world, tab)
}

/** Empties the queue, by itself or with the driver's decisions. */
async function empty(world: World, tab: Tab, userIndex: number): Promise<void> {
  const { device } = tab
  const { id: userId } = must(world.provider.server.users[userIndex], 'a driver')
  settleOpen(world, tab, userId)
  world.follow(tab, 'send', async () => {
    await tab.phone.outboxSignal.notify()
    return 'ok'
  })
  await rest(world, tab)
  for (let turn = 0; turn < HEALTHY_TURNS && isWaitingFor(world, device, userId); turn += 1) {
    // The provider has ended the session meanwhile, so the driver signs in again.
    if (sessionOf(device)?.live === false) await comeBack(world, tab, userIndex)
    await world.pass(TURN_MS)
    if (turn % LOOK_TURNS === 0) {
      tab.wake()
      settleOpen(world, tab, userId)
    }
  }
  await rest(world, tab)
}

/** Pulls everything in this page, starting now. A storage that hung is noticed by its first read. */
async function pull(world: World, tab: Tab, userIndex: number): Promise<void> {
  // After a minute the request limits allow all lists.
  await world.pass(MINUTE_MS)
  const pulled: string[] = []
  for (let tries = 0; tries < PULL_TRIES && pulled.length === 0; tries += 1) {
    world.follow(tab, 'pull', async () => {
      await tab.pullAnew()
      // Other phones behind the same address may have used up the limit.
      if (findRest(tab.phone).isResting) return 'not now'
      pulled.push('all')
      return 'ok'
    })
    await rest(world, tab)
    // Wait for background work: after a restore the wallet is pulled after the lists.
    await rest(world, tab)
    // The provider has ended the session meanwhile, and with it the pull.
    if (sessionOf(tab.device)?.live !== true) {
      await comeBack(world, tab, userIndex)
      pulled.length = 0
    }
    if (pulled.length === 0) await world.pass(MINUTE_MS)
  }
}

/** Reads as a screen does, while the world continues. */
async function compare(world: World, tab: Tab, userId: string): Promise<void> {
  let outcome: unknown = new Violation('reading ends', 'the storage did not answer')
  checkAtRest(tab, userId, world.provider.state()).then(
    () => {
      outcome = undefined
    },
    (error: unknown) => {
      outcome = error
    },
  )
  await world.pass(0)
  if (outcome !== undefined) throw outcome
}

/** Does the same for lists that are not part of the pull. */
async function compareShop(world: World, tab: Tab, userId: string): Promise<void> {
  if (world.provider.server.shop === undefined) return
  tab.phone.dbs.noteShown(userId)
  world.follow(tab, 'refresh shop', () => refreshShop({ tab }))
  await rest(world, tab)
  checkShopAtRest(tab.device, userId, world.provider.state())
}

/** As often as the open gate screen syncs. */
const GATE_TURN_MS = 60_000
/** An hour that the provider asked for, our own longest wait, and a little, counted from the clock's correction. */
const GATE_TURNS = (MAX_WAIT_MS + 10 * MINUTE_MS) / GATE_TURN_MS

/** Expects the gate's records to be sent, however wrong the clock was. */
async function settleGate(world: World, tab: Tab): Promise<void> {
  const { device } = tab
  if (attendantOf(device) === undefined) return
  for (let turn = 0; turn < GATE_TURNS && waitingCheckIns(device).length > 0; turn += 1) {
    world.follow(tab, 'sync gate', () => syncGate({ tab }))
    await world.pass(GATE_TURN_MS)
  }
  await rest(world, tab)
  const left = waitingCheckIns(device)
  hold(left.length === 0, 'no check-in waits for ever', () => JSON.stringify(left))
  const recorded = world.recorded.filter((one) => one.device === device)
  checkGateAtRest(recorded, world.provider.state())
}

/**
 * Every driver with something waiting on this phone signs in again, and must find everything as the provider has it.
 */
async function settleDevice(world: World, device: Device): Promise<void> {
  const tab = onePage(world, device)
  for (const other of world.devices) for (const { life } of other.tabs) life.isFrozen = other !== device
  // Finish what was under way when it fell asleep.
  if (world.isActing(tab)) await rest(world, tab)
  await settleGate(world, tab)
  for (const [index, user] of world.provider.server.users.entries()) {
    const isHere = sessionOf(device)?.user.user_id === user.id
    if (!isHere && !isWaitingFor(world, device, user.id)) continue
    if (!isHere || sessionOf(device)?.live === false) await comeBack(world, tab, index)
    if (isWaitingFor(world, device, user.id)) await empty(world, tab, index)
    await pull(world, tab, index)
    await compare(world, tab, user.id)
    await compareShop(world, tab, user.id)
  }
}

/** With a healthy network everything settles, and then every screen must agree with the provider. */
export async function settleDown(world: World): Promise<void> {
  world.calm()
  await heal(world)
  for (const device of world.devices) await settleDevice(world, device)
}
