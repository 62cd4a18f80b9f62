import { expect, test } from 'vitest'
import { countInside, type LoggedCheckIn, movesOf } from '../../src/domain/gate-log.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { judgeEntry } from '../../src/domain/verdict.ts'
import { entryOf, listOf, NOON, PARK, partOf } from './support/gate.ts'

const ISSUED = partOf().issuedAt

const logged = (changes: Partial<LoggedCheckIn> = {}): LoggedCheckIn => ({
  nonce: 'n',
  parkCode: 'CA7KQ2M',
  booking: entryOf().booking,
  code: null,
  plate: null,
  sequence: 2,
  direction: 'in',
  isAdmitted: true,
  at: NOON,
  listIssuedAt: ISSUED,
  verdict: 'valid',
  method: 'code',
  overrideReason: null,
  sentAt: null,
  flags: [],
  ...changes,
})

test('cars inside are those of the list and what happened here since', () => {
  const list = listOf({ inside: 4, entries: [entryOf(), entryOf({ booking: 'b', state: 'inside' })] })
  expect(countInside(list, [])).toBe(4)
  expect(countInside(list, [logged()])).toBe(5)
  expect(countInside(list, [logged(), logged({ at: toInstant(NOON + 1), direction: 'out' })])).toBe(4)
  expect(countInside(list, [logged({ booking: 'b', direction: 'out' })])).toBe(3)
  expect(countInside(list, [logged({ booking: 'b' })])).toBe(4)
})

test('a car that was not let through is not inside, and one without a booking is counted out again', () => {
  const list = listOf({ inside: 1 })
  expect(countInside(list, [logged({ isAdmitted: false })])).toBe(1)
  const stranger = { booking: null, plate: 'XYZ789' }
  expect(countInside(list, [logged(stranger)])).toBe(2)
  expect(countInside(list, [logged({ ...stranger, direction: 'out' })])).toBe(0)
})

test('what the list already counts is not counted twice', () => {
  const list = listOf({ inside: 1, entries: [entryOf({ state: 'inside' })] })
  expect(countInside(list, [logged({ sentAt: toInstant(ISSUED - 1) })])).toBe(1)
})

test('an entry that was sent after the list was issued still makes the pass one of a car inside', () => {
  const list = listOf({ entries: [entryOf()] })
  const entry = logged({ at: toInstant(ISSUED - 60_000), sentAt: toInstant(ISSUED + 60_000) })
  const logOf = (booking: string) => movesOf([entry], booking, list)
  const gate = { parkId: PARK, list, keys: new Map(), direction: 'in', now: NOON, logOf } as const
  expect(judgeEntry(entryOf(), gate).kind).toBe('already_inside')
})
