import { afterEach, expect, test, vi } from 'vitest'
import { readInstallId } from '../../src/db/read/install.ts'
import { readPending } from '../../src/outbox/read.ts'
import { storageLost } from '../../src/signals/storage-lost.ts'
import { drainOnSync } from '../../src/sync/drain-on-sync.ts'
import { drainSoon } from '../../src/sync/drain.ts'
import { startDrainer } from '../../src/sync/drainer.ts'
import { checkInstall } from '../../src/sync/install.ts'
import { probe } from '../../src/sync/probe.ts'
import { answering, cancel, createRig, edit, keysSent, passing, statesOf } from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { offline } from './support/test-phone.ts'

afterEach(() => storageLost.set(false))

/** Time that passes only on demand. */
function manualTimers() {
  const waiting: { ms: number; work: () => void }[] = []
  return {
    waiting,
    after(ms: number, work: () => void) {
      const entry = { ms, work }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
  }
}

test('fault 6: what was asked for before the app was closed is sent at the next start', async () => {
  const rig = await createRig()
  const row = await rig.ask(cancel())
  const next = rig.phone.restart()
  const drainer = startDrainer(next)
  await drainer.drain()
  drainer.stop()
  expect(keysSent(next)).toEqual([row.id])
  expect(await readPending(next.dbs)).toEqual([])
})

test('the wait of a row is timed, a minute at most, and its end sends it', async () => {
  const rig = await createRig()
  const timers = manualTimers()
  const phone = { ...rig.phone, timers, random: () => 1 }
  await rig.ask(cancel())
  rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
  const drainer = startDrainer(phone)
  await drainer.drain()
  expect(timers.waiting.map(({ ms }) => ms)).toEqual([2_001])
  rig.clock.advance(2_001)
  rig.phone.line.through = passing
  timers.waiting[0]?.work()
  await phone.settled()
  expect(await statesOf(rig)).toEqual(['done'])
  drainer.stop()
})

/** Fires the earliest timer. */
async function passFirst(
  { clock, phone }: Awaited<ReturnType<typeof createRig>>,
  timers: ReturnType<typeof manualTimers>,
) {
  const [first] = timers.waiting.splice(0, 1)
  clock.advance(first?.ms ?? 0)
  first?.work()
  await phone.settled()
  return first?.ms
}

test('an outage is asked about soon while something waits, four times, and its end sends what waits', async () => {
  const rig = await createRig()
  const timers = manualTimers()
  await rig.ask(cancel())
  rig.phone.line.through = offline
  const drainer = startDrainer({ ...rig.phone, timers, random: () => 0.5 })
  await drainer.drain()
  const waits = [await passFirst(rig, timers), await passFirst(rig, timers), await passFirst(rig, timers)]
  expect([...waits, await passFirst(rig, timers)]).toEqual([2_000, 4_000, 8_000, 15_000])
  expect(timers.waiting).toEqual([])
  // As when the driver opens the app again.
  drainer.askSoon()
  rig.phone.line.through = passing
  expect(await passFirst(rig, timers)).toBe(2_000)
  expect(await statesOf(rig)).toEqual(['done'])
  drainer.stop()
})

test('an outage is not asked about soon where nothing waits', async () => {
  const rig = await createRig()
  const timers = manualTimers()
  rig.phone.line.through = offline
  const phone = { ...rig.phone, timers }
  const drainer = startDrainer(phone)
  await probe(phone)
  const before = rig.phone.line.sent.length
  await passFirst(rig, timers)
  expect(timers.waiting).toEqual([])
  expect(rig.phone.line.sent.length).toBe(before)
  drainer.stop()
})

test('a provider that is out of order, or has said when to come back, is not asked soon', async () => {
  const rig = await createRig()
  const timers = manualTimers()
  await rig.ask(cancel())
  const told = { status: 503, headers: { 'retry-after': '120' } }
  rig.phone.line.through = () => Promise.resolve(new Response('<h1>Down</h1>', told))
  const drainer = startDrainer({ ...rig.phone, timers, random: () => 0.5 })
  await drainer.drain()
  const before = rig.phone.line.sent.length
  await passFirst(rig, timers)
  expect(rig.phone.line.sent.length).toBe(before)
  expect(timers.waiting).toEqual([])
  drainer.stop()
})

test('a hidden page leaves the wait to the worker', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden', addEventListener: vi.fn(), removeEventListener: vi.fn() })
  const rig = await createRig()
  const timers = manualTimers()
  await rig.ask(cancel())
  rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
  const drainer = startDrainer({ ...rig.phone, timers })
  await drainer.drain()
  rig.clock.advance(60_000)
  timers.waiting[0]?.work()
  await rig.phone.settled()
  expect(keysSent(rig.phone)).toHaveLength(1)
  drainer.stop()
})

test('what is asked for during a drain is sent by the one after it', async () => {
  const rig = await createRig()
  await rig.ask(cancel())
  let later: Promise<unknown> = Promise.resolve()
  rig.phone.line.through = async (request, next) => {
    if (request.method !== 'GET' && keysSent(rig.phone).length === 1) {
      await rig.ask(edit('ONE-1'))
      later = Promise.all([drainSoon(rig.phone), drainSoon(rig.phone)])
    }
    return next(request)
  }
  await drainSoon(rig.phone)
  await later
  expect(await statesOf(rig)).toEqual(['done', 'done'])
})

test('fault 40: the worker asks the browser for another try while something is left, and is content when nothing is', async () => {
  const rig = await createRig()
  await rig.ask(cancel())
  rig.phone.line.through = offline
  await expect(drainOnSync(rig.phone)).rejects.toThrow('not empty')
  rig.phone.line.through = passing
  await drainOnSync(rig.phone)
  expect(await statesOf(rig)).toEqual(['done'])
})

test('fault 22: databases that the browser has thrown away are noticed', async () => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
  const { phone } = await createRig()
  expect(await checkInstall(phone)).toBe('first')
  expect(await checkInstall(phone)).toBe('same')
  const id = await readInstallId(phone.dbs)
  await phone.dbs.public.install.clear()
  expect(await checkInstall(phone)).toBe('wiped')
  expect(storageLost.get()).toBe(true)
  expect(await readInstallId(phone.dbs)).toBe(id)
})
