import { beforeAll, expect, test } from 'vitest'
import { VERDICT_KINDS, type VerdictKind } from '../../src/domain/check-in.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import type { DayListPart } from '../../src/domain/day-list.ts'
import type { Gate, LoggedEvent } from '../../src/domain/gate-car.ts'
import { toParkId } from '../../src/domain/ids.ts'
import type { PassPayload } from '../../src/domain/pass.ts'
import { judgeCode, judgeEntry, judgeScan, type Verdict } from '../../src/domain/verdict.ts'
import { entryOf, listOf, makeTestKeys, NOON, PARK, passOf, payloadOf, type TestKeys } from './support/gate.ts'
import { at, tariffOf } from './support/tariffs.ts'

let keys: TestKeys
beforeAll(async () => {
  keys = await makeTestKeys()
})

const gateOf = (changes: Partial<Gate> = {}): Gate => ({
  parkId: PARK,
  list: listOf({ entries: [entryOf()] }),
  keys: keys.keys,
  direction: 'in',
  now: NOON,
  logOf: () => [],
  ...changes,
})

const event = (direction: 'in' | 'out', time: string, isSent = false): LoggedEvent => ({
  direction,
  at: at(time),
  isSent,
})

interface Case {
  readonly pass?: Partial<PassPayload>
  /** Null when no list was downloaded. */
  readonly list?: Partial<DayListPart> | null
  readonly gate?: Partial<Omit<Gate, 'list' | 'keys' | 'logOf'>>
  readonly log?: readonly LoggedEvent[]
  readonly expected: VerdictKind
  readonly notes?: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'a booking on the list': { expected: 'valid' },
  'a booking newer than the list': { list: { entries: [] }, expected: 'valid_by_signature' },
  'a phone without any list': { list: null, expected: 'valid_by_signature' },
  'a signed extension newer than the entry': {
    pass: { sequence: 3, end: at('2026-11-21T19:00:00Z') },
    gate: { now: at('2026-11-21T18:30:00Z') },
    expected: 'valid_by_signature',
  },
  'an old pass of an extended booking': {
    list: { entries: [entryOf({ sequence: 3, end: at('2026-11-21T19:00:00Z') })] },
    gate: { now: at('2026-11-21T18:30:00Z') },
    expected: 'valid',
    notes: ['older_pass'],
  },
  'fifteen minutes before the start': {
    gate: { now: at('2026-11-21T16:15:00Z') },
    list: null,
    expected: 'valid_by_signature',
  },
  'a minute before that': { gate: { now: at('2026-11-21T16:14:00Z') }, list: null, expected: 'early' },
  'the last minute of the grace': { gate: { now: at('2026-11-21T18:09:59Z') }, expected: 'valid' },
  'after the grace': { gate: { now: at('2026-11-21T18:10:00Z') }, expected: 'expired' },
  'a car whose overstay is paid, until the grace after what it is paid for': {
    list: { entries: [entryOf({ paid: { paidMinor: 500, until: at('2026-11-21T18:30:00Z') } })] },
    gate: { now: at('2026-11-21T18:39:59Z'), direction: 'out' },
    log: [event('in', '2026-11-21T16:40:00Z')],
    expected: 'valid',
  },
  'the same a moment later': {
    list: { entries: [entryOf({ paid: { paidMinor: 500, until: at('2026-11-21T18:30:00Z') } })] },
    gate: { now: at('2026-11-21T18:40:00Z'), direction: 'out' },
    log: [event('in', '2026-11-21T16:40:00Z')],
    expected: 'expired',
  },
  'another park': { pass: { parkId: toParkId(42) }, expected: 'wrong_park' },
  'a cancelled entry': {
    list: { entries: [entryOf({ state: 'cancelled' })] },
    expected: 'cancelled',
    notes: ['cancelled'],
  },
  'a revocation beside an entry of before': {
    list: { revoked: [{ booking: payloadOf().bookingTail, minSequence: 3 }] },
    expected: 'cancelled',
    notes: ['cancelled'],
  },
  'a revoked booking without an entry': {
    list: { entries: [], revoked: [{ booking: payloadOf().bookingTail, minSequence: 3 }] },
    expected: 'cancelled',
    notes: ['cancelled'],
  },
  'a booking renewed after its cancellation': {
    pass: { sequence: 3 },
    list: {
      entries: [entryOf({ state: 'cancelled' })],
      revoked: [{ booking: payloadOf().bookingTail, minSequence: 3 }],
    },
    expected: 'valid_by_signature',
  },
  'the pass of before a renewal': {
    list: { entries: [entryOf({ sequence: 3 })], revoked: [{ booking: payloadOf().bookingTail, minSequence: 3 }] },
    expected: 'valid',
    notes: ['older_pass'],
  },
  'a car that this phone let in': { log: [event('in', '2026-11-21T16:40:00Z')], expected: 'already_inside' },
  'a car that another phone let in': {
    list: { entries: [entryOf({ state: 'inside', since: at('2026-11-21T16:35:00Z') })] },
    expected: 'already_inside',
  },
  'a car that came and left again': {
    log: [event('in', '2026-11-21T16:40:00Z'), event('out', '2026-11-21T16:50:00Z')],
    expected: 'valid',
  },
  'a car of the list that this phone let out since': {
    list: { entries: [entryOf({ state: 'inside', since: at('2026-11-21T16:35:00Z') })] },
    log: [event('out', '2026-11-21T16:50:00Z')],
    expected: 'valid',
  },
  'a car that the list knows to have left, though this phone only saw it come': {
    list: { entries: [entryOf({ state: 'left', since: at('2026-11-21T16:44:00Z') })] },
    log: [event('in', '2026-11-21T16:40:00Z', true)],
    expected: 'valid',
  },
  'a car that the list knows to have left since, though the clock of this phone is ahead of the list': {
    list: { entries: [entryOf({ state: 'left', since: at('2026-11-21T16:44:00Z') })] },
    log: [event('in', '2026-11-21T16:50:00Z', true)],
    expected: 'valid',
  },
  'the exit of a car inside': {
    gate: { direction: 'out' },
    log: [event('in', '2026-11-21T16:40:00Z')],
    expected: 'valid',
    notes: [],
  },
  'the exit of a car that nobody let in': { gate: { direction: 'out' }, expected: 'valid', notes: ['not_inside'] },
  'an exit before the start': {
    gate: { direction: 'out', now: at('2026-11-21T15:00:00Z') },
    list: null,
    expected: 'valid_by_signature',
    notes: ['not_inside'],
  },
  'a phone whose clock is a day behind believes the list': {
    gate: { now: at('2026-11-20T17:00:00Z') },
    expected: 'valid',
    notes: ['clock_doubt'],
  },
  'a phone whose clock was three hours ahead when its list came says so': {
    gate: { now: at('2026-11-21T20:00:00Z'), clockAheadMs: 3 * 3_600_000 },
    expected: 'expired',
    notes: ['clock_doubt'],
  },
  'a list that was a minute on its way raises no doubt': {
    gate: { clockAheadMs: 60_000 },
    expected: 'valid',
    notes: [],
  },
  'a phone whose clock is two days ahead says so': {
    gate: { now: at('2026-11-23T17:00:00Z') },
    expected: 'expired',
    notes: ['clock_doubt'],
  },
}

test.each(Object.entries(CASES))('%s', async (_name, { pass, list, gate, log = [], expected, notes }) => {
  const verdict = await judgeScan(
    await passOf(keys, pass),
    gateOf({
      ...gate,
      list: list === null ? undefined : listOf({ entries: [entryOf()], ...list }),
      logOf: (booking) => (booking === payloadOf().bookingTail ? log : []),
    }),
  )
  expect(verdict.kind).toBe(expected)
  if (notes !== undefined) expect(verdict).toMatchObject({ notes })
})

test.each<readonly [string, () => Promise<string>, Verdict]>([
  [
    'a code of another system',
    () => Promise.resolve('https://example.com/t/1234'),
    { kind: 'unknown', reason: 'text' },
  ],
  ['4 kB of text', () => Promise.resolve('P1:'.padEnd(4096, 'A')), { kind: 'unknown', reason: 'damaged' }],
  ['a pass cut short', async () => (await passOf(keys)).slice(0, -6), { kind: 'unknown', reason: 'damaged' }],
  ['a later version', () => Promise.resolve('P2:ANYTHING'), { kind: 'update_needed', reason: 'version' }],
  ['an unknown key', () => passOf(keys, { keyId: 9 }), { kind: 'update_needed', reason: 'key' }],
  ['another provider’s signature', async () => passOf(await makeTestKeys()), { kind: 'forged' }],
])('%s', async (_name, textOf, expected) => {
  expect(await judgeScan(await textOf(), gateOf())).toEqual(expected)
})

test('every verdict is reached by the tables above', () => {
  const reached = new Set<string>([
    ...Object.values(CASES).map(({ expected }) => expected),
    'unknown',
    'update_needed',
    'forged',
  ])
  expect([...reached].toSorted()).toEqual([...VERDICT_KINDS].toSorted())
})

test('an overstay is priced from the end to now at the tariff of the booking', async () => {
  const earlier = { tariff: tariffOf({ version: 'test-0', unitMinutes: 30 }), taxes: [] }
  const list = listOf({ entries: [entryOf({ tariffVersion: 'test-0' })], earlierRates: [earlier] })
  const verdict = await judgeScan(await passOf(keys), gateOf({ list, now: at('2026-11-21T19:10:00Z') }))
  // 70 minutes at C$2 per started half hour.
  expect(verdict).toMatchObject({
    kind: 'expired',
    overstay: { minutes: 70, quote: { totalMinor: 600, tariffVersion: 'test-0' } },
  })
})

test('without a list an overstay has minutes and no price', async () => {
  const verdict = await judgeScan(await passOf(keys), gateOf({ list: undefined, now: at('2026-11-21T19:10:00Z') }))
  expect(verdict).toMatchObject({ kind: 'expired', overstay: { minutes: 70, quote: null } })
})

test('the list gives the whole plate where the pass had to cut it', async () => {
  const list = listOf({ entries: [entryOf({ plate: 'ABC123DE99' })] })
  const verdict = await judgeScan(await passOf(keys, { plate: 'ABC123DE', plateCut: true }), gateOf({ list }))
  expect(verdict).toMatchObject({ car: { plate: 'ABC123DE99', plateCut: false } })
})

test('a typed code counts against the list alone, look-alikes read as what they are', () => {
  const { code } = payloadOf()
  const typed = displayBookingCode(code).toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o')
  expect(judgeCode(typed, gateOf())).toMatchObject({ ok: true, value: { kind: 'valid', car: { plate: 'ABC123DE' } } })
  expect(judgeCode(typed, gateOf({ list: undefined }))).toEqual({
    ok: true,
    value: { kind: 'unknown', reason: 'code' },
  })
  expect(judgeCode(`${code.slice(0, 7)}${code.endsWith('2') ? '3' : '2'}`, gateOf())).toEqual({
    ok: false,
    error: 'wrong_check',
  })
  expect(judgeCode('ABC', gateOf())).toEqual({ ok: false, error: 'malformed' })
})

test('a car picked by its plate is judged like its pass', () => {
  expect(judgeEntry(entryOf(), gateOf()).kind).toBe('valid')
  expect(
    judgeEntry(
      entryOf({ state: 'cancelled' }),
      gateOf({ list: listOf({ entries: [entryOf({ state: 'cancelled' })] }) }),
    ).kind,
  ).toBe('cancelled')
})

test.each([
  ['within its grace owes nothing', '2026-11-21T18:05:00Z', null],
  ['after it owes the time until then', '2026-11-21T18:40:00Z', 200],
])('a car that left %s, and comes back on the ended booking, is told that it ended', (_name, since, dueMinor) => {
  const entry = entryOf({ state: 'left', since: at(since), end: at('2026-11-21T18:00:00Z') })
  const list = listOf({ entries: [entry] })
  const verdict = judgeEntry(entry, gateOf({ list, now: at('2026-11-21T20:00:00Z') }))
  expect(verdict).toMatchObject({ kind: 'expired', overstay: { minutes: 120, dueMinor } })
})
