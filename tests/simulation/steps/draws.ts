import { DAY_MS, HOUR_MS } from '../../../src/domain/instant.ts'
import type { Random } from '../world/random.ts'
import type { Event, Verb } from './step.ts'

export type Weighted<T> = ReadonlyArray<readonly [weight: number, value: T]>

export function pickWeighted<T>(random: Random, list: Weighted<T>): T {
  let left = random.next() * list.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of list) {
    left -= weight
    if (left < 0) return value
  }
  return random.pick(list)[1]
}

/** Up to more than the 30 days after which the provider forgets its keys. */
export const SLEEPS: readonly number[] = [10 * 60_000, HOUR_MS, 8 * HOUR_MS, DAY_MS + HOUR_MS, 21 * DAY_MS, 31 * DAY_MS]

export type Maker = (random: Random) => Event

export const QUEUED: readonly Verb[] = ['add', 'edit', 'remove', 'set default', 'extend', 'cancel']
/** Events in the middle of a tap: another driver signs in, the page dies, another tap. */
export const INTERRUPTIONS: readonly Maker[] = [
  () => ({ kind: 'act', verb: 'sign in' }),
  (random) => ({ kind: 'kill', turns: random.int(60), isKept: random.chance(0.5) }),
  (random) => ({ kind: 'act', verb: random.pick(QUEUED) }),
]
