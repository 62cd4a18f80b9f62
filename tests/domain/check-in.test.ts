import { expect, test } from 'vitest'
import {
  believedTime,
  type CheckInFlag,
  contradictionsOf,
  findContradiction,
  summariseGate,
  type GateEvent,
} from '../../src/domain/check-in.ts'
import { DAY_MS, type Instant, toInstant } from '../../src/domain/instant.ts'
import { at } from './support/tariffs.ts'

const event = (direction: 'in' | 'out', minute: number): GateEvent => ({
  direction,
  at: at(`2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`),
})

test.each([
  ['nothing', [], { presence: 'expected', checkedInAt: null, checkedOutAt: null }],
  ['an entry', [event('in', 1)], { presence: 'inside', checkedInAt: event('in', 1).at, checkedOutAt: null }],
  [
    'an exit uploaded before its entry',
    [event('out', 9), event('in', 1)],
    { presence: 'left', checkedInAt: event('in', 1).at, checkedOutAt: event('out', 9).at },
  ],
  [
    'a return',
    [event('in', 1), event('out', 5), event('in', 7)],
    { presence: 'inside', checkedInAt: event('in', 1).at, checkedOutAt: null },
  ],
] as const)('%s makes of a booking what it is', (_name, log, expected) => {
  expect(summariseGate(log)).toEqual(expected)
})

test.each<readonly [string, { log: readonly GateEvent[]; added: GateEvent; found?: string }]>([
  ['a first entry', { log: [], added: event('in', 5) }],
  ['an entry after an entry', { log: [event('in', 1)], added: event('in', 5), found: 'already_inside' }],
  [
    'an entry uploaded late, before the other',
    { log: [event('in', 9)], added: event('in', 5), found: 'already_inside' },
  ],
  ['an entry after an exit', { log: [event('in', 1), event('out', 3)], added: event('in', 5) }],
  ['an exit after an entry', { log: [event('in', 1)], added: event('out', 5) }],
  ['an exit of nobody', { log: [], added: event('out', 5), found: 'not_inside' }],
  ['a second exit', { log: [event('in', 1), event('out', 3)], added: event('out', 5), found: 'not_inside' }],
])('%s', (_name, { log, added, found }) => {
  expect(findContradiction(log, added)).toBe(found)
})

test('a complete log says of each event what it contradicts', () => {
  const log = [event('in', 1), event('in', 2), event('out', 5), event('out', 6), event('in', 7)]
  expect(contradictionsOf(log)).toEqual([null, 'already_inside', null, 'not_inside', null])
})

const TRUE = event('in', 1).at
const later = (ms: number) => toInstant(TRUE + ms)
const LATE = 3 * DAY_MS

test('a time ahead of the provider’s is not believed, a late one is', () => {
  const told = { listIssuedAt: null }
  expect(believedTime({ ...told, at: later(60_000), receivedAt: TRUE })).toEqual({ at: TRUE })
  expect(believedTime({ ...told, at: later(2 * DAY_MS), receivedAt: TRUE })).toEqual({ at: TRUE, doubt: 'clock_ahead' })
  expect(believedTime({ ...told, at: TRUE, receivedAt: later(LATE) })).toEqual({ at: TRUE })
})

interface Told {
  readonly clock: string
  readonly offMs: number
  readonly ahead: number | null
  readonly listMs?: number
  readonly at: Instant
  readonly doubt?: CheckInFlag
}

test.each<Told>([
  { clock: 'two days ahead, late', offMs: 2 * DAY_MS, ahead: 2 * DAY_MS, at: TRUE, doubt: 'clock_ahead' },
  { clock: 'two days behind, late', offMs: -2 * DAY_MS, ahead: -2 * DAY_MS, at: TRUE, doubt: 'clock_behind' },
  { clock: 'right, late', offMs: 30_000, ahead: 30_000, at: TRUE },
  { clock: 'never compared, late', offMs: 0, ahead: null, at: TRUE, doubt: 'clock_unknown' },
  {
    clock: 'never compared, and before the list',
    ...{ offMs: -2 * DAY_MS, ahead: null, listMs: -3_600_000, at: later(-3_600_000), doubt: 'clock_behind' },
  },
  {
    clock: 'said to be behind, of a time that is yet to come',
    ...{ offMs: 0, ahead: -9 * DAY_MS, at: later(LATE), doubt: 'clock_behind' },
  },
])('a phone’s clock that is $clock', ({ offMs, ahead, listMs, at: believedAt, doubt }) => {
  const listIssuedAt = listMs === undefined ? null : later(listMs)
  const told = { at: later(offMs), clockAheadMs: ahead, listIssuedAt, receivedAt: later(LATE) }
  expect(believedTime(told)).toEqual({ at: believedAt, ...(doubt === undefined ? {} : { doubt }) })
})

const FOUR_HOURS_MS = 4 * 3_600_000

test('a clock that nobody compared is marked though its time agrees with a late arrival', () => {
  const told = { at: later(FOUR_HOURS_MS), clockAheadMs: null, listIssuedAt: null, receivedAt: later(FOUR_HOURS_MS) }
  expect(believedTime(told).doubt).toBe('clock_unknown')
  expect(believedTime({ ...told, listIssuedAt: later(-60_000) }).doubt).toBe('clock_unknown')
})

test('a clock that nobody compared is believed where the list in the hand leaves no room for an error', () => {
  const told = { at: later(30_000), clockAheadMs: null, listIssuedAt: TRUE, receivedAt: later(60_000) }
  expect(believedTime(told)).toEqual({ at: later(30_000) })
})
