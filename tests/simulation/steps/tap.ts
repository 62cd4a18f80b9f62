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

export const userOf = ({ tab }: Pick<Tap, 'tab'>): string => sessionOf(tab.device)?.user.user_id ?? ''

export const pickFrom = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[random.int(Math.max(1, list.length))]

export const aBooking = (tap: Tap): Booking | undefined =>
  pickFrom(tap.random, bookingsOf(tap.tab.device, userOf(tap)))?.booking
