import { expect, test } from 'vitest'
import {
  believedTime,
  contradictionsOf,
  findContradiction,
  summariseGate,
  type GateEvent,
} from '../../src/domain/check-in.ts'
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

test('a time ahead of the provider’s is not believed, a late one is', () => {
  const [early, late] = [event('in', 1).at, event('in', 9).at]
  expect([believedTime(late, early), believedTime(early, late)]).toEqual([early, early])
})
