import { beforeAll, expect, test } from 'vitest'
import type { Direction } from '../../src/domain/check-in.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { type DayListEntry, standingOf } from '../../src/domain/day-list.ts'
import type { Gate, LoggedEvent } from '../../src/domain/gate-car.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import type { PassHours } from '../../src/domain/monthly-pass.ts'
import { judgeCode, judgeEntry, judgeScan, type Verdict } from '../../src/domain/verdict.ts'
import { entryOf, listOf, makeTestKeys, PARK, passOf, payloadOf, type TestKeys } from './support/gate.ts'
import { at, tariffOf } from './support/tariffs.ts'

/** Mon–Fri 06:00–20:00, from Monday 23 November to 22 December, in Toronto. */
const WORKING_DAYS: PassHours = [{ days: [1, 2, 3, 4, 5], fromMinute: 360, toMinute: 1_200 }]
const SPAN = { start: at('2026-11-23T05:00:00Z'), end: at('2026-12-23T05:00:00Z') }

let keys: TestKeys
beforeAll(async () => {
  keys = await makeTestKeys()
})

interface Moment {
  readonly now: string
  readonly direction?: Direction
  readonly hours?: PassHours
  readonly log?: readonly (readonly [Direction, string])[]
  readonly others?: readonly DayListEntry[]
  readonly hasList?: boolean
  readonly isListed?: boolean
  readonly changes?: Partial<DayListEntry>
}

const entry = ({ hours = WORKING_DAYS, changes = {} }: Moment): DayListEntry => entryOf({ ...SPAN, hours, ...changes })

function gateOf(moment: Moment): Gate {
  const { now, direction = 'in', log = [], others = [], hasList = true, isListed = true } = moment
  const events: readonly LoggedEvent[] = log.map(([way, time]) => ({ direction: way, at: at(time), isSent: false }))
  const own = payloadOf().bookingTail
  return {
    parkId: PARK,
    list: hasList
      ? listOf({
          issuedAt: toInstant(at(now) - 10 * MINUTE_MS),
          rate: { tariff: tariffOf(), taxes: [] },
          entries: [...(isListed ? [entry(moment)] : []), ...others],
        })
      : undefined,
    keys: keys.keys,
    direction,
    now: at(now),
    logOf: (booking) => (booking === own ? events : []),
  }
}

async function judge(moment: Moment): Promise<Verdict> {
  const gate = gateOf(moment)
  const verdict = await judgeScan(await passOf(keys, { ...SPAN, isLimited: true }), gate)
  if (gate.list !== undefined && moment.isListed !== false) {
    // The other ways to find a car give the same verdict.
    expect(judgeEntry(entry(moment), gate)).toEqual(verdict)
    expect(judgeCode(displayBookingCode(payloadOf().code), gate)).toEqual({ ok: true, value: verdict })
  }
  return verdict
}

const kindOf = async (moment: Moment): Promise<string> => (await judge(moment)).kind

test('on two days in a row it lets in, out, and in again; inside it is already inside', async () => {
  const log: [Direction, string][] = []
  const step = async (direction: Direction, now: string): Promise<string> => {
    const kind = await kindOf({ now, direction, log: [...log] })
    log.push([direction, now])
    return kind
  }
  expect(await step('in', '2026-11-23T13:00:00Z')).toBe('valid')
  expect(await kindOf({ now: '2026-11-23T13:05:00Z', log })).toBe('already_inside')
  expect(await step('out', '2026-11-23T17:00:00Z')).toBe('valid')
  expect(await step('in', '2026-11-23T18:00:00Z')).toBe('valid')
  expect(await step('out', '2026-11-24T00:30:00Z')).toBe('valid')
  expect(await step('in', '2026-11-24T12:00:00Z')).toBe('valid')
  expect(await kindOf({ now: '2026-11-24T12:01:00Z', log })).toBe('already_inside')
})

test.each([
  ['fifteen minutes before it opens', '2026-11-24T10:45:00Z', 'valid'],
  ['a minute before that', '2026-11-24T10:44:00Z', 'early'],
  ['in the evening', '2026-11-25T02:00:00Z', 'early'],
  ['within the grace after it closed', '2026-11-25T01:09:59Z', 'valid'],
  ['on a Saturday', '2026-11-28T17:00:00Z', 'early'],
  ['before its first day', '2026-11-23T04:00:00Z', 'early'],
  ['after its last opening', '2026-12-23T02:00:00Z', 'expired'],
  ['after its month', '2026-12-23T15:00:00Z', 'expired'],
])('who comes %s', async (_when, now, expected) => {
  expect(await kindOf({ now })).toBe(expected)
})

test('early says from when the next opening lets in, over a weekend', async () => {
  const verdict = await judge({ now: '2026-11-28T17:00:00Z' })
  expect(verdict).toMatchObject({ kind: 'early', car: { from: at('2026-11-30T10:45:00Z') } })
})

test('who stays after the hours owes the time from their end, by the tariff of the car park', async () => {
  const log = [['in', '2026-11-24T13:00:00Z']] as const
  const moment = { log, direction: 'out', now: '2026-11-25T03:00:00Z' } as const
  const verdict = await judge(moment)
  expect(verdict).toMatchObject({
    kind: 'expired',
    car: { end: at('2026-11-25T01:00:00Z') },
    overstay: { minutes: 120 },
  })
  expect(await kindOf({ ...moment, now: '2026-11-25T01:09:00Z' })).toBe('valid')
})

test('who stays overnight owes the night alone, and every night', async () => {
  const log = [['in', '2026-11-24T13:00:00Z']] as const
  const night = 10 * 60
  expect(await judge({ log, direction: 'out', now: '2026-11-25T15:00:00Z' })).toMatchObject({
    kind: 'expired',
    overstay: { minutes: night },
  })
  expect(await judge({ log, direction: 'out', now: '2026-11-26T15:00:00Z' })).toMatchObject({
    kind: 'expired',
    overstay: { minutes: 2 * night },
  })
})

test('who leaves unseen late owes what follows the hours; who left unseen last week owes nothing', async () => {
  expect(await judge({ direction: 'out', now: '2026-11-25T03:00:00Z' })).toMatchObject({
    kind: 'expired',
    notes: ['not_inside'],
  })
  expect(await judge({ direction: 'out', now: '2026-11-30T10:50:00Z' })).toMatchObject({
    kind: 'valid',
    notes: ['not_inside'],
  })
})

test('a booking of the same plate pays for the evening after the hours', async () => {
  const evening = entryOf({
    ...{ booking: 'feed000000000001', start: at('2026-11-25T01:00:00Z'), end: at('2026-11-25T04:00:00Z') },
  })
  const log = [['in', '2026-11-24T13:00:00Z']] as const
  const moment = { log, others: [evening], direction: 'out', now: '2026-11-25T03:00:00Z' } as const
  expect(await kindOf(moment)).toBe('valid')
  expect(judgeEntry(evening, gateOf(moment))).toMatchObject({ kind: 'valid' })
})

test('a booking that ends within the hours of the pass of its plate is no overstay', () => {
  const morning = entryOf({
    ...{ booking: 'feed000000000001', start: at('2026-11-24T10:00:00Z'), end: at('2026-11-24T11:30:00Z') },
    ...{ state: 'inside', since: at('2026-11-24T10:00:00Z') },
  })
  const moment = { others: [morning], direction: 'out', now: '2026-11-24T15:00:00Z' } as const
  expect(judgeEntry(morning, gateOf(moment)).kind).toBe('valid')
  const late = { ...moment, now: '2026-11-25T04:00:00Z' }
  expect(judgeEntry(morning, gateOf(late)).kind).toBe('valid')
})

test('a cancelled one is refused, by its sequence too', async () => {
  expect(await kindOf({ now: '2026-11-24T15:00:00Z', changes: { state: 'cancelled' } })).toBe('cancelled')
})

test('without a list its signature counts for its whole month, and the attendant hears that it has hours', async () => {
  const unlisted = { now: '2026-11-25T03:00:00Z', isListed: false }
  const about = { kind: 'valid_by_signature', notes: ['hours_unknown'] }
  expect(await judge(unlisted)).toMatchObject(about)
  expect(await judge({ ...unlisted, hasList: false })).toMatchObject(about)
  expect(await kindOf({ ...unlisted, now: '2026-12-23T06:00:00Z' })).toBe('expired')
  expect(await kindOf({ ...unlisted, now: '2026-11-22T06:00:00Z' })).toBe('early')
})

test('a pass that was signed again since the list has the hours of the list', async () => {
  const gate = gateOf({ now: '2026-11-25T03:00:00Z' })
  const verdict = await judgeScan(await passOf(keys, { ...SPAN, sequence: 3, isLimited: true }), gate)
  expect(verdict.kind).toBe('early')
})

test('without hours it is as a booking of a month that comes back', async () => {
  const always: PassHours = []
  expect(await kindOf({ hours: always, now: '2026-11-29T03:00:00Z' })).toBe('valid')
  expect(await kindOf({ hours: always, now: '2026-11-24T15:00:00Z', log: [['in', '2026-11-24T12:00:00Z']] })).toBe(
    'already_inside',
  )
  const stayed = { hours: always, log: [['in', '2026-12-22T15:00:00Z']], direction: 'out' } as const
  expect(await judge({ ...stayed, now: '2026-12-23T08:00:00Z' })).toMatchObject({
    kind: 'expired',
    overstay: { minutes: 180 },
  })
})

test('a search lists it as current after it left, until its month is over', () => {
  const one = entry({ now: '' })
  expect(standingOf(one, 'left', at('2026-11-25T03:00:00Z'))).toBe('current')
  expect(standingOf(one, 'left', at('2026-12-24T03:00:00Z'))).toBe('ended')
  expect(standingOf(entryOf(), 'left', at('2026-11-21T17:00:00Z'))).toBe('ended')
})
