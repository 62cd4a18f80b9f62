import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayBookingCode, makeBookingCode } from '../../src/domain/code.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import {
  type CreditFacts,
  type EndedStay,
  type EntryFacts,
  isSamePerson,
  judgeReferral,
  mayEnter,
  readReferralCode,
  REFERRAL_ENTRY_MS,
  REFERRAL_STAY_MS,
  stayThatCounts,
  takenBackMinor,
  type Traces,
} from '../../src/domain/referral.ts'

const terms = { referrerMinor: 500, referredMinor: 500, minimumMinor: 300, limit: 2 }
const stay = (changes: Partial<EndedStay> = {}): EndedStay => ({
  ...{ paidMinor: 450, currency: 'CAD', terms },
  ...changes,
})

test('a code is read as it was made, typed, spoken or shared as a link', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), (bytes) => {
      const code = makeBookingCode(bytes)
      const shown = displayBookingCode(code)
      const link = `https://park.example/register?ref=${shown}`
      for (const text of [
        code,
        shown,
        shown.toLowerCase(),
        ` ${shown} `,
        link,
        `${link}&utm=1`,
        `Park here: ${link}#x`,
      ])
        expect(readReferralCode(text)).toBe(code)
    }),
  )
})

test.each(['', 'K7QM', 'K7QM-4T2P9', '<b>', 'https://park.example/register?ref=', '\u0000'.repeat(200)])(
  '%j is no code',
  (text) => expect(readReferralCode(text)).toBeNull(),
)

describe('entering a code', () => {
  const facts: EntryFacts = {
    ...{ nowMs: 5 * DAY_MS, registeredMs: 0, hasEntered: false, hasParked: false },
    ...{ isOwn: false, isCircle: false, isSamePerson: false },
  }

  test('is for a new driver, from somebody else', () => {
    expect(mayEnter(facts)).toBe(true)
    expect(mayEnter({ ...facts, nowMs: REFERRAL_ENTRY_MS - 1 })).toBe(true)
  })

  test.each<[string, Partial<EntryFacts>]>([
    ['oneself', { isOwn: true }],
    ['a second code', { hasEntered: true }],
    ['a driver who has parked', { hasParked: true }],
    ['a driver of 30 days', { nowMs: REFERRAL_ENTRY_MS }],
    ['two who bring each other', { isCircle: true }],
    ['a second account of the same person', { isSamePerson: true }],
  ])('is refused for %s', (_who, changes) => expect(mayEnter({ ...facts, ...changes })).toBe(false))
})

describe('one person with two accounts', () => {
  const one: Traces = { plates: ['ABC123'], devices: ['d1'], cards: ['visa:4242'], phones: ['+15550001'] }
  const other: Traces = { plates: ['XYZ789'], devices: ['d2'], cards: ['visa:1881'], phones: ['+15550002'] }

  test('is two persons while nothing meets, also where there is nothing', () => {
    expect(isSamePerson(one, other)).toBe(false)
    const none = { plates: [], devices: [], cards: [], phones: [] }
    expect(isSamePerson(none, none)).toBe(false)
  })

  test.each(['plates', 'devices', 'cards', 'phones'] as const)('is seen by one of %s, among others', (trace) => {
    const mixed = { ...other, [trace]: ['something', ...other[trace], ...one[trace]] }
    expect(isSamePerson(one, mixed)).toBe(true)
    expect(isSamePerson(mixed, one)).toBe(true)
  })
})

describe('the stay that counts', () => {
  test('is the first that was paid: no free one, no tiny one, none where nothing is given', () => {
    const dear = stay({ paidMinor: 900 })
    expect(
      stayThatCounts([stay({ paidMinor: 0 }), stay({ paidMinor: 299 }), stay({ terms: null }), dear, stay()]),
    ).toEqual(dear)
    expect(stayThatCounts([stay({ paidMinor: 300 })])).toBeDefined()
    expect(stayThatCounts([stay({ paidMinor: 0, terms: { ...terms, minimumMinor: 0 } })])).toBeUndefined()
    expect(stayThatCounts([])).toBeUndefined()
  })
})

describe('what becomes of a referral', () => {
  const facts: CreditFacts<EndedStay> = {
    ...{ nowMs: DAY_MS, enteredMs: 0, stays: [stay()], areThere: true },
    ...{ isSamePerson: false, wasBrought: false, isContested: false, creditsOfReferrer: 0 },
  }
  const kindOf = (changes: Partial<CreditFacts<EndedStay>>) => judgeReferral({ ...facts, ...changes }).kind

  test('both are credited by the terms of the stay', () => {
    expect(judgeReferral(facts)).toEqual({ kind: 'credit', stay: stay() })
  })

  test('it waits for a stay, and no longer than 90 days', () => {
    expect(kindOf({ stays: [] })).toBe('wait')
    expect(kindOf({ stays: [stay({ paidMinor: 0 })], nowMs: REFERRAL_STAY_MS - 1 })).toBe('wait')
    expect(kindOf({ stays: [], nowMs: REFERRAL_STAY_MS })).toBe('expired')
  })

  test('nobody is credited where one is gone, is the other, or was brought before', () => {
    expect(judgeReferral({ ...facts, areThere: false })).toEqual({ kind: 'refused', reason: 'gone' })
    expect(judgeReferral({ ...facts, isSamePerson: true })).toEqual({ kind: 'refused', reason: 'same' })
    expect(judgeReferral({ ...facts, wasBrought: true })).toEqual({ kind: 'refused', reason: 'again' })
  })

  test('a borrowed plate before the stay refuses nothing yet: it may be sold', () => {
    expect(kindOf({ stays: [], isSamePerson: true })).toBe('wait')
  })

  test('beyond the limit, and while money is contested, it waits, but not for ever', () => {
    expect(kindOf({ creditsOfReferrer: 1 })).toBe('credit')
    expect(kindOf({ creditsOfReferrer: 2 })).toBe('wait')
    expect(kindOf({ isContested: true, nowMs: 200 * DAY_MS })).toBe('wait')
    expect(kindOf({ isContested: true, nowMs: 210 * DAY_MS })).toBe('expired')
  })
})

test('a credit is taken back as far as the wallet holds it', () => {
  expect([
    takenBackMinor(500, 900),
    takenBackMinor(500, 200),
    takenBackMinor(500, 0),
    takenBackMinor(500, -50),
  ]).toEqual([...[500, 200, 0, 0]])
})
