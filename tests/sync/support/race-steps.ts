import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { applyBooking } from '../../../src/db/apply/bookings.ts'
import { applyVehicle, applyVehicleGone } from '../../../src/db/apply/vehicles.ts'
import { must, unreachable } from '../../../src/lib/assert.ts'
import { pullBooking, pullBookings } from '../../../src/sync/pull/pull-bookings.ts'
import { pullVehicles } from '../../../src/sync/pull/pull-vehicles.ts'
import { pullWallet } from '../../../src/sync/pull/pull-wallet.ts'
import { newVehicleId, signInAs, USER_A } from './outbox-phone.ts'
import { createRacingProvider, type Held, land, type Pull, type Question, startPull } from './racing-provider.ts'
import { bookingOf, START_MS, vehicleOf } from './small-provider.ts'
import { createTestPhone, type TestPhone } from './test-phone.ts'

/** `n` selects what the step applies to. */
export interface Step {
  readonly what: 'pull' | 'read' | 'land' | 'vehicle' | 'booking' | 'acknowledge' | 'back up' | 'restore'
  readonly n: number
  /** Whether this phone asked for it, so that an acknowledgement follows; otherwise another phone did. */
  readonly isOwn: boolean
}

interface UnderWay {
  readonly pull: Pull
  question: Question
}

export interface Race {
  readonly phone: TestPhone
  readonly provider: ReturnType<typeof createRacingProvider>
  take(step: Step): Promise<void>
  /** Delivers everything under way, then pulls each list once more. */
  comeToRest(): Promise<void>
}

const IDS = [0, 1, 2].map(newVehicleId)
const idAt = (n: number): string => must(IDS[n % IDS.length], 'an id')
const WAYS = 4

const without = <T>(rows: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> =>
  new Map([...rows].filter(([key]) => key !== id))

const onlyDefault = (rows: ReadonlyMap<string, Vehicle>, id: string, updated_at: string): Map<string, Vehicle> =>
  new Map(
    [...rows].map(([key, row]) =>
      row.is_default === (key === id) ? [key, row] : [key, { ...row, is_default: key === id, updated_at }],
    ),
  )

/** Returns the vehicles after a write: one added, edited, made the default or permanently deleted. */
function changedVehicles({ vehicles }: Held, n: number, at: { updated_at: string; added: Set<string> }) {
  const { updated_at, added } = at
  const id = idAt(n)
  const known = vehicles.get(id)
  if (known === undefined) {
    if (added.has(id)) return undefined
    added.add(id)
    return { id, vehicles: new Map(vehicles).set(id, vehicleOf(id, { updated_at, is_default: vehicles.size === 0 })) }
  }
  const way = Math.floor(n / IDS.length) % 3
  if (way === 0) return { id, vehicles: without(vehicles, id) }
  if (way === 1) return { id, vehicles: onlyDefault(vehicles, id, updated_at) }
  const version = known.version + 1
  return { id, vehicles: new Map(vehicles).set(id, { ...known, version, updated_at, plate: `P-${updated_at}` }) }
}

function changedBooking({ bookings }: Held, n: number, updated_at: string): Booking {
  const id = idAt(n)
  const known = bookings.get(id)
  return known === undefined
    ? bookingOf(id, { updated_at })
    : { ...known, version: known.version + 1, plate: `P-${updated_at}`, updated_at }
}

class RunningRace implements Race {
  readonly provider = createRacingProvider({ vehicles: new Map(), bookings: new Map(), balance: 0 })
  readonly phone = createTestPhone({ fetch: (request) => this.provider.fetch(request), clock: { now: () => START_MS } })
  readonly #underWay: UnderWay[] = []
  readonly #added = new Set<string>()
  #acknowledgements: (() => Promise<unknown>)[] = []
  #backup: Held | undefined

  #work(n: number): Promise<unknown> {
    const ways = [
      () => pullVehicles(this.phone, USER_A),
      () => pullBookings(this.phone, USER_A),
      () => pullWallet(this.phone, USER_A, { currency: 'CAD' }),
      () => pullBooking(this.phone, USER_A, bookingOf(idAt(n)).booking_code),
    ]
    return must(ways[n % WAYS], 'a way')()
  }

  async #start(n: number): Promise<void> {
    if (this.#underWay.length >= 4) return
    const pull = await startPull(this.provider, () => this.#work(n))
    if (!pull.isOver()) this.#underWay.push({ pull, question: must(this.provider.open.at(-1), 'a question') })
  }

  async #land(n: number): Promise<void> {
    const way = this.#underWay[n % Math.max(1, this.#underWay.length)]
    if (way === undefined) return
    await land(way.question, way.pull)
    if (way.pull.isOver()) this.#underWay.splice(this.#underWay.indexOf(way), 1)
    else way.question = must(this.provider.open.at(-1), 'a question')
  }

  #changeVehicles({ n, isOwn }: Step): void {
    const changed = changedVehicles(this.provider.held, n, { updated_at: this.provider.now(), added: this.#added })
    if (changed === undefined) return
    const { id, vehicles } = changed
    this.provider.change({ vehicles })
    const vehicle = vehicles.get(id)
    if (isOwn)
      this.#acknowledgements.push(() =>
        vehicle === undefined
          ? applyVehicleGone(this.phone.dbs, USER_A, { vehicleId: id })
          : applyVehicle(this.phone.dbs, USER_A, { vehicle, savedAt: START_MS }),
      )
  }

  #changeBooking({ n, isOwn }: Step): void {
    const { held } = this.provider
    const booking = changedBooking(held, n, this.provider.now())
    const bookings = new Map(held.bookings).set(booking.booking_id, booking)
    this.provider.change({ bookings, balance: held.balance + 1 })
    if (isOwn) this.#acknowledgements.push(() => applyBooking(this.phone.dbs, USER_A, { booking, savedAt: START_MS }))
  }

  /** Answers to writes in transit are lost with the provider's later state. */
  #restore(): void {
    if (this.#backup === undefined) return
    this.provider.change(this.#backup)
    this.#acknowledgements = []
  }

  async take(step: Step): Promise<void> {
    switch (step.what) {
      case 'pull':
        return this.#start(step.n)
      case 'read':
        return this.#underWay[step.n % Math.max(1, this.#underWay.length)]?.question.read()
      case 'land':
        return this.#land(step.n)
      case 'vehicle':
        return this.#changeVehicles(step)
      case 'booking':
        return this.#changeBooking(step)
      case 'acknowledge':
        await this.#acknowledgements.shift()?.()
        return undefined
      case 'back up':
        this.#backup = this.provider.held
        return undefined
      case 'restore':
        return this.#restore()
      default:
        return unreachable(step.what)
    }
  }

  async comeToRest(): Promise<void> {
    while (this.#acknowledgements.length > 0) await this.#acknowledgements.shift()?.()
    while (this.#underWay.length > 0) await this.#land(0)
    for (const n of [0, 1, 2]) {
      await this.#start(n)
      while (this.#underWay.length > 0) await this.#land(0)
    }
    await this.phone.settled()
  }
}

/** An empty phone with a provider. Requests for paths other than `held` are answered at once. */
export async function startRace(held: RegExp): Promise<Race> {
  const race = new RunningRace()
  race.provider.isHeld = (path) => held.test(path)
  await signInAs(race.phone, USER_A)
  return race
}
