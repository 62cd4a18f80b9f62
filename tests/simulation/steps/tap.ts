import type { Booking } from '../../../src/contract/bookings.ts'
import type { Result } from '../../../src/lib/result.ts'
import { bookingsOf, sessionOf } from '../oracle/stored.ts'
import type { Random } from '../world/random.ts'
import type { Tab } from '../world/tab.ts'
import type { World } from '../world/world.ts'

/** One driver's tap in one tab. */
export interface Tap {
  readonly world: World
  readonly tab: Tab
  readonly random: Random
}

export const said = (result: Result<unknown, { readonly kind: string }>): string =>
  result.ok ? 'ok' : result.error.kind

export const nothing = (): Promise<string> => Promise.resolve('nothing to do it with')

/**
 * Does work of the world itself in the middle of a tap: nothing else happens until it is done, however long a real
 * database takes.
 */
export const standStill = <T>({ world }: Pick<Tap, 'world'>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve) => {
    world.timeline.after(0, async () => resolve(await work()))
  })

export const userOf = ({ tab }: Pick<Tap, 'tab'>): string => sessionOf(tab.device)?.user.user_id ?? ''

export const pickFrom = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[random.int(Math.max(1, list.length))]

export const aBooking = (tap: Tap): Booking | undefined =>
  pickFrom(tap.random, bookingsOf(tap.tab.device, userOf(tap)))?.booking

/** Taps in two tabs at once, which must count as one request. Each is followed separately, because either may die. */
export function inTwoTabs({ world, tab }: Tap, ask: (tab: Tab) => Promise<string>): Promise<string> {
  const other = world.openTab(tab.device, 'page')
  // A driver who taps in the other tab has seen who is signed in.
  const shown = tab.phone.dbs.shownDriver()
  if (shown !== undefined) other.phone.dbs.noteShown(shown)
  const first = ask(tab)
  world.follow(other, 'the same', () => ask(other))
  return first
}
