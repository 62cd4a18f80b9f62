import { beforeAll, expect, test } from 'vitest'
import type { DayListEntry } from '../../src/domain/day-list.ts'
import type { Gate, LoggedEvent } from '../../src/domain/gate-car.ts'
import { MINUTE_MS, toInstant, type Instant } from '../../src/domain/instant.ts'
import { judgeEntry, judgeScan, type Verdict } from '../../src/domain/verdict.ts'
import { entryOf, listOf, makeTestKeys, PARK, passOf, type TestKeys } from './support/gate.ts'
import { at } from './support/tariffs.ts'

let keys: TestKeys
beforeAll(async () => {
  keys = await makeTestKeys()
})

const END = at('2026-11-21T14:00:00Z')
const after = (minutes: number): Instant => toInstant(END + minutes * MINUTE_MS)

/** Base case of these tests: let in, and ended at two. */
const old = (changes: Partial<DayListEntry> = {}): DayListEntry =>
  entryOf({ booking: 'old', start: after(-60), end: END, state: 'inside', since: after(-55), ...changes })

const next = (from: number, to: number, changes: Partial<DayListEntry> = {}): DayListEntry =>
  entryOf({ booking: `from ${String(from)}`, start: after(from), end: after(to), ...changes })

function gateAt(
  minutes: number,
  entries: readonly DayListEntry[],
  log: Readonly<Record<string, LoggedEvent[]>> = {},
): Gate {
  return {
    parkId: PARK,
    list: listOf({ entries: [...entries], issuedAt: after(minutes) }),
    keys: keys.keys,
    direction: 'out',
    now: after(minutes),
    logOf: (booking) => log[booking] ?? [],
  }
}

const toldOf = (verdict: Verdict) =>
  verdict.kind === 'expired'
    ? [verdict.kind, verdict.car.booking, verdict.overstay.minutes, verdict.overstay.dueMinor]
    : [verdict.kind]

test('a newer booking that the list does not know yet hides no overstay either', async () => {
  const pass = await passOf(keys, { start: after(120), end: after(180) })
  const verdict = await judgeScan(pass, gateAt(130, [old()]))
  expect(toldOf(verdict)).toEqual(['expired', 'old', 120, 400])
  expect('notes' in verdict && verdict.notes).toEqual(['came_earlier'])
})

test('a plate that is longer than a pass is recognised by what the pass has of it', async () => {
  const pass = await passOf(keys, { start: after(120), end: after(180), plate: 'ABC123DE', plateCut: true })
  expect(toldOf(await judgeScan(pass, gateAt(130, [old({ plate: 'ABC123DEF' })])))[0]).toBe('expired')
})

test('over several bookings all that lies between them is owed, at the one by which the car came in', () => {
  const entries = [old(), next(120, 180), next(240, 300)]
  expect(toldOf(judgeEntry(next(240, 300), gateAt(250, entries)))).toEqual(['expired', 'old', 180, 600])
  // Plus what is owed for the last stay itself.
  expect(toldOf(judgeEntry(next(240, 300), gateAt(330, entries)))).toEqual(['expired', 'old', 210, 800])
})

test('what was paid in the app is not asked for again', () => {
  const paid = old({ paid: { paidMinor: 400, until: after(120) } })
  const entries = [paid, next(120, 180)]
  expect(judgeEntry(next(120, 180), gateAt(130, entries)).kind).toBe('valid')
  expect(judgeEntry(paid, gateAt(130, entries)).kind).toBe('valid')
})

test.each([
  ['a booking that touches', [next(0, 60)], 30],
  ['one that begins within the grace', [next(9, 60)], 30],
  ['one that was there before the end', [next(-30, 60)], 30],
])('%s continues the stay', (_, later, now) => {
  const [only = old()] = later
  expect(judgeEntry(only, gateAt(now, [old(), ...later])).kind).toBe('valid')
})

test('a cancelled booking pays for nothing: the time after the end runs on', () => {
  const cancelled = next(120, 180, { state: 'cancelled' })
  expect(toldOf(judgeEntry(cancelled, gateAt(150, [old(), cancelled])))).toEqual(['expired', 'old', 150, 600])
})

test('an exit recorded on this phone a moment ago ends it, and a car let in by the newer booking is asked for nothing', () => {
  const entries = [old(), next(120, 180)]
  const left = { old: [{ direction: 'out' as const, at: after(20), isSent: false }] }
  expect(judgeEntry(next(120, 180), gateAt(130, entries, left)).kind).toBe('valid')
  const inside = next(120, 180, { state: 'inside', since: after(121) })
  expect(judgeEntry(inside, gateAt(130, [old(), inside])).kind).toBe('valid')
})

test('of a car that nobody saw come in the attendant is told to ask, and an exit forgotten yesterday is not held against it', () => {
  const unseen = old({ state: 'expected', since: null })
  const verdict = judgeEntry(next(120, 180), gateAt(130, [unseen, next(120, 180)]))
  expect([verdict.kind, 'notes' in verdict && verdict.notes]).toEqual(['valid', ['not_inside', 'earlier_stay']])
  const day = 24 * 60
  expect(judgeEntry(next(day, day + 60), gateAt(day + 10, [old(), next(day, day + 60)])).kind).toBe('valid')
})

test('another plate, and an empty one, is another car', () => {
  for (const plate of ['OTHER1', '']) {
    const other = next(120, 180, { plate })
    expect(judgeEntry(other, gateAt(130, [old({ plate: plate === '' ? '' : 'ABC123DE' }), other])).kind).toBe('valid')
  }
})
