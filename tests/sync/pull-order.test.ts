import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { USER_A } from './support/outbox-phone.ts'
import { type Race, startRace, type Step } from './support/race-steps.ts'
import type { Held } from './support/racing-provider.ts'

// Some hundred phones, each with its own database.
vi.setConfig({ testTimeout: 120_000 })
const RUNS = { numRuns: 150 }

type Texts = ReadonlyMap<string, string>

/** The visible state, one text per row; a missing row has none. */
function textsOf({ vehicles, bookings, balance }: Held): Texts {
  return new Map([
    ...[...vehicles.values()].flatMap(({ id, plate, version, is_default: isDefault }): [string, string][] => [
      [`vehicle ${id}`, `${plate} ${String(version)}`],
      // The default flag may end without a new version, so it is tracked separately.
      [`default ${id}`, isDefault ? 'yes' : 'no'],
    ]),
    ...[...bookings.values()].map((row): [string, string] => [
      `booking ${row.booking_id}`,
      `${row.plate} ${String(row.version)}`,
    ]),
    ['balance', String(balance)],
  ])
}

async function shownOn({ phone }: Race): Promise<Texts> {
  const db = phone.dbs.user(USER_A)
  const [vehicles, bookings, wallet] = await Promise.all([
    db.vehicles.toArray(),
    db.bookings.toArray(),
    db.wallets.get('CAD'),
  ])
  const there = bookings.filter(({ lostAt }) => lostAt === undefined)
  const texts = textsOf({
    vehicles: new Map(vehicles.map(({ id, vehicle }) => [id, vehicle])),
    bookings: new Map(there.map(({ id, booking }) => [id, booking])),
    balance: wallet?.wallet.balance ?? 0,
  })
  return wallet === undefined ? new Map([...texts].filter(([name]) => name !== 'balance')) : texts
}

/** Checks that each visible row only moves forward through its states at the provider. */
function watch(race: Race) {
  const reached = new Map<string, number>()
  return async (after: string): Promise<void> => {
    const shown = await shownOn(race)
    const history = race.provider.history.map(textsOf)
    const hasDefault = [...shown].some(([name, text]) => name.startsWith('default') && text === 'yes')
    const names = new Set([...shown.keys(), ...history.flatMap((texts) => [...texts.keys()])])
    for (const name of names) {
      // After a restore the wallet is dropped until it is pulled again.
      if (name === 'balance' && !shown.has(name)) continue
      // A vehicle not yet known to be deleted may be shown without the default flag: beside the new default, or after
      // that one was deleted too.
      const canEnd = hasDefault || history.at(-1)?.has(name) === false
      if (name.startsWith('default') && shown.get(name) === 'no' && canEnd) continue
      const from = reached.get(name) ?? 0
      const at = history.findIndex((texts, index) => index >= from && texts.get(name) === shown.get(name))
      if (at < 0) throw new Error(`${name} went back to ${String(shown.get(name))} after ${after}`)
      reached.set(name, at)
    }
  }
}

const stepsOf = (...kinds: readonly Step['what'][]): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ what: fc.constantFrom(...kinds), n: fc.nat(35), isOwn: fc.boolean() }), {
    minLength: 8,
    maxLength: 40,
  })

async function play(race: Race, steps: readonly Step[]): Promise<void> {
  const look = watch(race)
  for (const step of steps) {
    await race.take(step)
    await look(JSON.stringify(step))
  }
  await race.comeToRest()
  await look('the end')
  expect(await shownOn(race)).toEqual(textsOf(race.provider.held))
}

const ORDINARY = ['pull', 'pull', 'read', 'land', 'land', 'vehicle', 'booking', 'acknowledge'] as const

test('fault 36: however pulls, answers and changes cross, nothing goes back, comes back or is falsely deleted', () =>
  fc.assert(
    fc.asyncProperty(stepsOf(...ORDINARY), async (steps) => {
      const race = await startRace(/^\/(user|bookings|wallet$)/)
      await play(race, steps)
      expect(await race.phone.dbs.user(USER_A).saved.get('restored')).toBeUndefined()
    }),
    RUNS,
  ))

test('fault 36: so it is when the provider goes back to a backup meanwhile', () =>
  fc.assert(
    fc.asyncProperty(stepsOf(...ORDINARY, 'back up', 'restore'), async (steps) => {
      await play(await startRace(/^\/(user|bookings)/), steps)
    }),
    RUNS,
  ))
