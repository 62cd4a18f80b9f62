import { toInstant } from '../../../src/domain/instant.ts'
import { addTo, type Coverage, count } from '../coverage.ts'
import type { Recorded } from '../oracle/gate-rules.ts'
import { checkLeaving } from '../oracle/send-rules.ts'
import { Violation } from '../oracle/violation.ts'
import { type PhoneWatch, watchPhone } from '../oracle/phone-watch.ts'
import { createDevice, type Device, weatherOf } from './device.ts'
import { Interruptions } from './interruptions.ts'
import { installLightWeb, uninstallLightWeb } from './fake-fetch-types.ts'
import { createProviderSide, drawThinkMs, type ProviderSide } from './provider-side.ts'
import { createRandom, mix, type Random } from './random.ts'
import { installStillVerify, uninstallStillVerify } from './deterministic-verify.ts'
import { openTab, type Tab, type TabPorts, type TabSetup } from './tab.ts'
import { installTasks, type Tasks } from './tasks.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import type { WorldSetup } from './world-setup.ts'

/** Several drivers, phones, tabs and workers with one provider, in simulated time. */
export interface World {
  readonly timeline: Timeline
  readonly provider: ProviderSide
  readonly devices: readonly Device[]
  readonly watches: readonly PhoneWatch[]
  /** One line for each event, in order: the same seed gives the same lines. */
  readonly trace: string[]
  /** How often each fault occurred. */
  readonly coverage: Coverage
  /** The driver signed in on the page where a plate, or a gift's value, was typed. */
  readonly tapped: Map<string, string>
  /** Codes known to drivers, whatever happened to their gifts. */
  readonly giftCodes: Set<string>
  /** Check-ins that attendants recorded. */
  readonly recorded: Recorded[]
  say(line: string): void
  /** Runs everything due within `ms`. Throws a `Violation`. */
  pass(ms: number): Promise<void>
  openTab(device: Device, kind: Tab['kind']): Tab
  /** Ends the tab's process after this many more turns, whatever it is doing. */
  killIn(tab: Tab, turns: number, isKept: boolean): void
  /** Runs anything else at such a moment: in the middle of a tap, while a lock is held, before a commit. */
  interruptIn(turns: number, work: () => void): void
  /** Runs `work` once, before the tab's next request that matches `isIt` is sent. */
  atNextSend(tab: Tab, isIt: (request: Request) => boolean, work: () => void): void
  /** Stops the tab until thawed or killed; it keeps its locks. `isKept` commits completed writes. */
  freeze(tab: Tab, isKept?: boolean): void
  thaw(tab: Tab): void
  /** Runs an action without waiting for it, and records its outcome. */
  follow(tab: Tab, what: string, work: () => Promise<string>): void
  /** Whether a live tab has an action that has not ended. */
  isActing(tab: Tab): boolean
  /** Runs everything in order, without deaths, until `weave` is called again. */
  calm(): void
  weave(): void
  close(): void
}

/** A Saturday, 05:00 in Toronto. */
export const START_MS = Date.parse('2026-11-21T10:00:00Z')

/** Probability that something else happens between two turns of a phone's storage. */
const WEAVE_CHANCE = 0.04
/** Limits polling of a storage, so that it cannot stop time. */
const PATIENCE_TURNS = 400
/** How far ahead an event may be to happen while a storage is still working. */
const WEAVE_MS = 200

let worlds = 0

/** A stretch of time to pass. */
interface Stretch {
  readonly untilMs: number
  /** Turns left to storages before time continues without them. */
  patience: number
}

class RunningWorld implements World {
  readonly trace: string[] = []
  readonly coverage: Coverage = new Map()
  readonly tapped = new Map<string, string>()
  readonly giftCodes = new Set<string>()
  readonly recorded: Recorded[] = []
  readonly devices: readonly Device[]
  readonly watches: readonly PhoneWatch[]
  readonly timeline: Timeline
  readonly provider: ProviderSide
  readonly #tasks: Tasks
  readonly #random: Random
  readonly #seed: number
  readonly #interruptions = new Interruptions()
  #tabs = 0
  #isWoven = false
  #violation: unknown
  /** Actions that have not ended, by tab. */
  readonly #acting = new Map<string, readonly string[]>()

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
        standsStill: (setup.seed + index) % 2 === 0,
      }),
    )
    const users = this.#users()
    this.watches = this.devices.map((device) =>
      watchPhone(device, { users, journal: this.provider.journal, tapped: this.tapped }),
    )
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
    this.#interruptions.noteSend(tab.id, request)
    const key = request.headers.get('idempotency-key')
    if (key === null) return
    const token = request.headers.get('authorization')?.replace('Bearer ', '')
    const tokenUser = token === undefined ? undefined : this.provider.tokenUser(token)
    try {
      const isKnownDone = this.provider.journal.hasSuccess(key)
      checkLeaving({ device: tab.device, key, path, tokenUser, isKnownDone, taps: this.#actingIn(tab) }, this.#users())
    } catch (error) {
      this.#fail(error)
    }
  }

  #ports(): TabPorts {
    return {
      timeline: this.timeline,
      deliver: (request, answer) =>
        this.provider.receive(request, (parcel) => {
          this.say(`provider ${request.method} ${String(parcel.status)}`)
          if (parcel.status === 429) count(this.coverage, 'too many requests')
          if (parcel.text.includes('"idempotency_in_progress"')) count(this.coverage, 'a twin is in progress')
          if (parcel.text.includes('"second_factor_required"')) count(this.coverage, 'a second factor is asked for')
          answer(parcel)
        }),
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

  interruptIn(turns: number, work: () => void): void {
    this.#interruptions.after(turns, work)
  }

  killIn(tab: Tab, turns: number, isKept: boolean): void {
    this.interruptIn(turns, () => {
      if (!tab.life.isAlive) return
      this.say(`${tab.id} dies`)
      count(this.coverage, `${tab.kind} dies`)
      tab.kill(isKept)
    })
  }

  atNextSend(tab: Tab, isIt: (request: Request) => boolean, work: () => void): void {
    this.#interruptions.atSend({ tabId: tab.id, isIt, work })
  }

  freeze(tab: Tab, isKept = true): void {
    if (!tab.life.isAlive || tab.life.isFrozen) return
    this.say(`${tab.id} freezes`)
    count(this.coverage, `${tab.kind} freezes${tab.device.locks.isHolding(tab.life) ? ' with a lock' : ''}`)
    tab.life.freeze(isKept)
  }

  thaw(tab: Tab): void {
    if (!tab.life.isFrozen) return
    this.say(`${tab.id} thaws`)
    tab.life.thaw()
  }

  calm(): void {
    this.#isWoven = false
    this.#interruptions.clear()
  }

  weave(): void {
    this.#isWoven = true
  }

  follow(tab: Tab, what: string, work: () => Promise<string>): void {
    this.say(`${tab.id} ${what}`)
    this.#acting.set(tab.id, [...this.#actingIn(tab), what])
    const end = (): void => {
      const left = this.#actingIn(tab)
      this.#acting.set(tab.id, left.toSpliced(left.indexOf(what), 1))
    }
    work().then(
      (outcome) => {
        end()
        this.say(`${tab.id} ${what}: ${outcome}`)
      },
      (error: unknown) => {
        end()
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

  #actingIn({ id }: TabSetup): readonly string[] {
    return this.#acting.get(id) ?? []
  }

  isActing(tab: Tab): boolean {
    return tab.life.isAlive && this.#actingIn(tab).length > 0
  }

  #look(): void {
    for (const watch of this.watches) watch.look(this.timeline.now())
  }

  /** Returns whether one turn of a storage ran. */
  #runTask(patience: number): boolean {
    const isHeldUp = patience <= 0 || (this.#isWoven && this.#random.chance(WEAVE_CHANCE))
    if (this.#tasks.size === 0 || isHeldUp) return false
    this.#tasks.runNext()
    return true
  }

  #turn(stretch: Stretch): 'again' | 'over' | Promise<void> {
    if (this.#violation !== undefined) throw this.#violation
    this.#interruptions.countTurn()
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
    uninstallStillVerify()
  }
}

export async function createWorld(setup: WorldSetup): Promise<World> {
  const { target, seed, users, capacities, balanceMinor, limits } = setup
  const timeline = createTimeline(START_MS)
  const random = createRandom(mix(seed, 4))
  const server = await target.open({
    seed,
    users,
    capacities,
    balanceMinor,
    limits,
    now: () => toInstant(timeline.now()),
    random: () => random.next(),
  })
  const tasks = installTasks()
  installLightWeb()
  installStillVerify()
  try {
    const provider = await createProviderSide({ server, tasks, balanceMinor, timeline })
    const thinking = createRandom(mix(seed, 7))
    provider.thinkMs = () => drawThinkMs(thinking)
    return new RunningWorld(setup, { timeline, tasks, provider })
  } catch (error) {
    tasks.uninstall()
    uninstallLightWeb()
    uninstallStillVerify()
    throw error
  }
}
