import { toInstant } from '../../../src/domain/instant.ts'
import { addTo, type Coverage, count } from '../coverage.ts'
import { checkLeaving } from '../oracle/send-rules.ts'
import { Violation } from '../oracle/violation.ts'
import { type PhoneWatch, watchPhone } from '../oracle/phone-watch.ts'
import type { SimulationTarget } from '../target.ts'
import { createDevice, type Device } from './device.ts'
import { installLightWeb, uninstallLightWeb } from './light-web.ts'
import { createProviderSide, type ProviderSide } from './provider-side.ts'
import { createRandom, mix, type Random } from './random.ts'
import { openTab, type Tab, type TabPorts, type TabSetup } from './tab.ts'
import { installTasks, type Tasks } from './tasks.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** Several drivers, phones, tabs and workers before one provider, in a time of their own. */
export interface World {
  readonly timeline: Timeline
  readonly provider: ProviderSide
  readonly devices: readonly Device[]
  readonly watches: readonly PhoneWatch[]
  /** One line for everything that happened, in its order: the same seed gives the same lines. */
  readonly trace: string[]
  /** How often what happened that may go wrong. */
  readonly coverage: Coverage
  say(line: string): void
  /** Lets everything happen that is due within `ms`. Throws a `Violation`. */
  pass(ms: number): Promise<void>
  openTab(device: Device, kind: Tab['kind']): Tab
  /** The tab's process ends after so many more turns, wherever it is then. */
  killIn(tab: Tab, turns: number, isKept: boolean): void
  /** Follows an action that nobody waits for. */
  follow(tab: Tab, what: string, work: () => Promise<string>): void
  /** Whether an action that is followed has not ended, of a tab that is alive. */
  isActing(tab: Tab): boolean
  /** Everything in order, and nobody dies, until it is woven again. */
  calm(): void
  weave(): void
  close(): void
}

export interface WorldSetup {
  readonly seed: number
  readonly target: SimulationTarget
  readonly users: number
  readonly capacities: readonly number[]
  readonly balanceMinor: number
  readonly devices: number
}

/** A Saturday, 05:00 in Toronto. */
export const START_MS = Date.parse('2026-11-21T10:00:00Z')

/** How likely something else happens between two turns of a phone's storage. */
const WEAVE_CHANCE = 0.04
/** A storage that polls must not hold time up. */
const PATIENCE_TURNS = 400
/** How far ahead something may be that happens while a storage is still at work. */
const WEAVE_MS = 200

let worlds = 0

const weatherOf = ({ weather }: Device): string => (typeof weather === 'string' ? weather : 'fated')

interface Armed {
  readonly tab: Tab
  readonly isKept: boolean
  turns: number
}

/** Time that passes. */
interface Stretch {
  readonly untilMs: number
  /** Turns that storages have left before time goes on without them. */
  patience: number
}

class RunningWorld implements World {
  readonly trace: string[] = []
  readonly coverage: Coverage = new Map()
  readonly devices: readonly Device[]
  readonly watches: readonly PhoneWatch[]
  readonly timeline: Timeline
  readonly provider: ProviderSide
  readonly #tasks: Tasks
  readonly #random: Random
  readonly #seed: number
  #armed: readonly Armed[] = []
  #tabs = 0
  #isWoven = false
  #violation: unknown
  readonly #acting = new Map<Tab, number>()

  constructor(setup: WorldSetup, parts: { timeline: Timeline; tasks: Tasks; provider: ProviderSide }) {
    this.timeline = parts.timeline
    this.provider = parts.provider
    this.#tasks = parts.tasks
    this.#seed = setup.seed
    this.#random = createRandom(mix(setup.seed, 1))
    worlds += 1
    const random = createRandom(mix(setup.seed, 2))
    this.devices = Array.from({ length: setup.devices }, (_, index) =>
      createDevice({
        index,
        name: `sim${String(worlds)}-${String(index)}`,
        hasLocks: random.chance(0.8),
        bootedAt: START_MS - 1_000_000,
      }),
    )
    const users = this.#users()
    this.watches = this.devices.map((device) => watchPhone(device, users, this.provider.journal))
  }

  #users(): readonly string[] {
    return this.provider.server.users.map(({ id }) => id)
  }

  say(line: string): void {
    this.trace.push(`${((this.timeline.now() - START_MS) / 1000).toFixed(3)} ${line}`)
  }

  #fail(violation: unknown): void {
    this.#violation ??= violation
  }

  #onSend(tab: TabSetup, request: Request): void {
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    this.say(
      `${tab.id} ${weatherOf(tab.device)} ${request.method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`,
    )
    const key = request.headers.get('idempotency-key')
    if (key === null) return
    const token = request.headers.get('authorization')?.replace('Bearer ', '')
    const tokenUser = token === undefined ? undefined : this.provider.tokenUser(token)
    try {
      const isKnownDone = this.provider.journal.hasSuccess(key)
      checkLeaving({ device: tab.device, key, path, tokenUser, isKnownDone }, this.#users())
    } catch (error) {
      this.#fail(error)
    }
  }

  #ports(): TabPorts {
    return {
      timeline: this.timeline,
      deliver: async (request) => {
        const parcel = await this.provider.deliver(request)
        this.say(`provider ${request.method} ${String(parcel.status)}`)
        return parcel
      },
      count: (what) => count(this.coverage, what),
      onSend: (tab, request) => this.#onSend(tab, request),
      onBug: (tab, what) => this.#fail(new Violation('no bug is logged', `${tab.id}: ${what}`)),
    }
  }

  openTab(device: Device, kind: Tab['kind']): Tab {
    this.#tabs += 1
    const id = `d${String(device.index)}.${kind === 'page' ? 't' : 'w'}${String(this.#tabs)}`
    this.say(`${id} opens`)
    const tab = openTab({ id, device, kind, seed: mix(this.#seed, 3, this.#tabs) }, this.#ports())
    device.tabs.push(tab)
    return tab
  }

  killIn(tab: Tab, turns: number, isKept: boolean): void {
    this.#armed = [...this.#armed, { tab, isKept, turns }]
  }

  calm(): void {
    this.#isWoven = false
    this.#armed = []
  }

  weave(): void {
    this.#isWoven = true
  }

  follow(tab: Tab, what: string, work: () => Promise<string>): void {
    this.say(`${tab.id} ${what}`)
    const count = (change: number): void => void this.#acting.set(tab, (this.#acting.get(tab) ?? 0) + change)
    count(1)
    work().then(
      (outcome) => {
        count(-1)
        this.say(`${tab.id} ${what}: ${outcome}`)
      },
      (error: unknown) => {
        count(-1)
        const name = error instanceof Error ? error.name : String(error)
        this.say(`${tab.id} ${what}: threw ${name}`)
        if (tab.life.isAlive && name !== 'StorageError')
          this.#fail(
            new Violation(
              'no action throws',
              `${what}: ${error instanceof Error ? String(error.stack) : String(error)}`,
            ),
          )
      },
    )
  }

  isActing(tab: Tab): boolean {
    return tab.life.isAlive && (this.#acting.get(tab) ?? 0) > 0
  }

  #countTurn(): void {
    for (const armed of this.#armed) armed.turns -= 1
    const due = this.#armed.filter(({ turns }) => turns <= 0)
    if (due.length === 0) return
    this.#armed = this.#armed.filter(({ turns }) => turns > 0)
    for (const { tab, isKept } of due) {
      if (!tab.life.isAlive) continue
      this.say(`${tab.id} dies`)
      count(this.coverage, `${tab.kind} dies`)
      tab.kill(isKept)
    }
  }

  #look(): void {
    for (const watch of this.watches) watch.look(this.timeline.now())
  }

  /** True when one turn of a storage ran. */
  #runTask(patience: number): boolean {
    const isHeldUp = patience <= 0 || (this.#isWoven && this.#random.chance(WEAVE_CHANCE))
    if (this.#tasks.size === 0 || isHeldUp) return false
    this.#tasks.runNext()
    return true
  }

  #turn(stretch: Stretch): 'again' | 'over' | Promise<void> {
    if (this.#violation !== undefined) throw this.#violation
    this.#countTurn()
    if (this.#runTask(stretch.patience)) {
      stretch.patience -= 1
      return 'again'
    }
    const isBusy = this.#tasks.size > 0
    if (!isBusy) this.#look()
    const limitMs =
      isBusy && stretch.patience > 0 ? Math.min(stretch.untilMs, this.timeline.now() + WEAVE_MS) : stretch.untilMs
    const work = this.timeline.takeNext(limitMs)
    if (work !== undefined) {
      stretch.patience = PATIENCE_TURNS
      return work() ?? 'again'
    }
    if (!isBusy || stretch.patience <= 0) return 'over'
    this.#tasks.runNext()
    return 'again'
  }

  async pass(ms: number): Promise<void> {
    const stretch = { untilMs: this.timeline.now() + ms, patience: PATIENCE_TURNS }
    await this.#tasks.eachTurn(() => this.#turn(stretch))
    this.timeline.moveTo(stretch.untilMs)
  }

  close(): void {
    for (const { storage } of this.devices) addTo(this.coverage, storage.coverage)
    for (const device of this.devices) for (const tab of device.tabs) tab.kill(false)
    for (const device of this.devices) for (const tab of device.tabs) tab.phone.dbs.close()
    this.#tasks.uninstall()
    uninstallLightWeb()
  }
}

export async function createWorld(setup: WorldSetup): Promise<World> {
  const { target, seed, users, capacities, balanceMinor } = setup
  const timeline = createTimeline(START_MS)
  const random = createRandom(mix(seed, 4))
  const server = await target.open({
    seed,
    users,
    capacities,
    balanceMinor,
    now: () => toInstant(timeline.now()),
    random: () => random.next(),
  })
  const tasks = installTasks()
  installLightWeb()
  try {
    const provider = await createProviderSide({ server, tasks, balanceMinor })
    return new RunningWorld(setup, { timeline, tasks, provider })
  } catch (error) {
    tasks.uninstall()
    uninstallLightWeb()
    throw error
  }
}
