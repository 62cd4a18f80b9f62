import { IDBKeyRange } from 'fake-indexeddb'
import { openDatabases } from '../../../src/db/databases.ts'
import type { Connection } from '../../../src/signals/connection.ts'
import { localLocks } from '../../../src/lib/locks.ts'
import type { Log } from '../../../src/lib/log.ts'
import { observable } from '../../../src/lib/observable.ts'
import type { Timers } from '../../../src/lib/timers.ts'
import { startDrainer } from '../../../src/sync/drainer.ts'
import { createEngine, type Wake } from '../../../src/sync/engine.ts'
import { createAppContext, type AppContext } from '../../../src/sync/app-context.ts'
import { type Device, frontPage } from './device.ts'
import { createLink, type Deliver } from './link.ts'
import { createRandom } from './random.ts'
import { Life } from './life.ts'
import { openTabStorage, type TabStorage } from './storage.ts'
import type { Timeline } from './timeline.ts'

export interface TabSetup {
  readonly id: string
  readonly device: Device
  readonly kind: 'page' | 'worker'
  /** Seeds all randomness in this tab. */
  readonly seed: number
}

/** A page or the worker of a device: real phone code whose every side effect goes through the world. */
export interface Tab extends TabSetup {
  readonly life: Life
  readonly phone: AppContext
  /** Does what an open page does on an occasion: probe, send, pull. */
  wake(): void
  /** Probes, sends and pulls everything again, however recent the last pull. */
  pullAnew(): Promise<void>
  /** Ends the tab; with `isKept`, completed writes survive. */
  kill(isKept: boolean): void
}

export interface TabPorts {
  readonly timeline: Timeline
  readonly deliver: Deliver
  readonly count: (what: string) => void
  readonly onSend: (tab: TabSetup, request: Request) => void
  /** An error that the phone logs or fails to catch. */
  readonly onBug: (tab: TabSetup, what: string) => void
}

const MINUTE_MS = 60_000

const isStorageTrouble = (text: string): boolean => text.includes('StorageError')

function createPorts(setup: TabSetup, ports: TabPorts, life: Life) {
  const isAwake = (): boolean => life.isAlive && !life.isFrozen
  const timers: Timers = { after: (ms, work) => ports.timeline.after(ms, work, isAwake) }
  const bug = (what: string): void => {
    if (life.isAlive && !isStorageTrouble(what)) ports.onBug(setup, what)
  }
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, facts) => bug(`${event} ${JSON.stringify(facts ?? {})}`),
  }
  return { isAwake, timers, bug, log }
}

interface Made {
  readonly life: Life
  readonly storage: TabStorage
  readonly own: ReturnType<typeof createPorts>
}

function createTabPhone(setup: TabSetup, ports: TabPorts, { life, storage, own }: Made): AppContext {
  const { device } = setup
  const { timeline, deliver } = ports
  const { timers, log, isAwake } = own
  const random = createRandom(setup.seed)
  return createAppContext({
    dbs: openDatabases({ prefix: device.name, indexedDB: storage.factory, IDBKeyRange, timers }),
    fetch: createLink({
      timeline,
      random,
      deliver,
      weather: (request) => device.fateOf(request) ?? device.weather,
      count: ports.count,
      onSend: (request) => ports.onSend(setup, request),
      isAlive: () => life.isAlive,
      isAwake,
      whenAwake: (work) => life.whenAwake(work),
    }),
    baseUrl: 'http://localhost/api/v1',
    clock: { now: () => timeline.now() + device.clockOffsetMs },
    locks: device.hasLocks ? device.locks.forTab(life, timers) : localLocks(timers),
    log,
    connection: observable<Connection>({ state: 'checking', lastSuccessAt: null }),
    language: () => 'en',
    wait: (ms) => new Promise((resolve) => void timers.after(ms, resolve)),
    timers,
    random: () => random.next(),
    monotonic: () => timeline.now() - device.bootedAt - device.stoodStillMs,
  })
}

/** A page drains and pulls at once, then every minute while in the foreground; a worker waits for its `sync` event. */
export function openTab(setup: TabSetup, ports: TabPorts): Tab {
  const life = new Life()
  const storage = openTabStorage(setup.device.storage, life)
  const own = createPorts(setup, ports, life)
  const phone = createTabPhone(setup, ports, { life, storage, own })
  const engine = setup.kind === 'page' ? createEngine(phone, startDrainer(phone).drain) : undefined
  const wake = (why: Wake = 'sign'): void => {
    engine?.wake(why).catch((error: unknown) => own.bug(error instanceof Error ? String(error.stack) : String(error)))
  }
  const tab: Tab = {
    ...setup,
    life,
    phone,
    wake,
    pullAnew: async () => engine?.pullAnew(),
    kill(isKept) {
      life.isAlive = false
      setup.device.locks.release(life)
      storage.kill(isKept)
    },
  }
  const tick = (): void => {
    if (frontPage(setup.device) === tab) wake('minute')
    own.timers.after(MINUTE_MS, tick)
  }
  if (setup.kind === 'page') {
    setup.device.front = tab
    wake()
    own.timers.after(MINUTE_MS, tick)
  }
  return tab
}
