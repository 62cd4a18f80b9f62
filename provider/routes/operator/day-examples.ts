/** An operator's day, as example answers in the API's description; tests check each against its schema. */
import type { ClosureEffect, ClosureWire } from '../../../src/contract/operator-closures.ts'
import type { OperatorDay } from '../../../src/contract/operator-day.ts'
import type { StaffPairing, StaffPhone } from '../../../src/contract/operator-staff.ts'
import type { OperatorStatement, PayoutWire } from '../../../src/contract/operator-statements.ts'

interface Example<Data> {
  readonly data: Data
}

const AT = '2026-11-25T09:00:00Z'
const park = { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' }

export const CLOSURE_EXAMPLE: Example<ClosureWire> = {
  data: {
    id: 7,
    park,
    from: AT,
    until: '2026-11-25T23:00:00Z',
    reason: { en: 'Flood on level 1', fr: 'Inondation au niveau 1' },
    state: 'running',
    created_at: AT,
    reopened_at: null,
    given_back: 0,
    refunded: 0,
    waiting: 11,
    currency: 'CAD',
  },
}

export const CLOSURE_EFFECT_EXAMPLE: Example<ClosureEffect> = {
  data: { timezone: park.timezone, given_back: 11, refund: 15_400, currency: 'CAD', inside: 248, passes: 3 },
}

const stay = { plate: 'CKTB482', code: 'K7QM-4T2P', from: '2026-11-25T19:00:00Z', until: '2026-11-25T22:30:00Z' }

export const DAY_EXAMPLE: Example<OperatorDay> = {
  data: {
    park: { ...park, capacity: 312 },
    date: '2026-11-25',
    at: '2026-11-25T19:21:00Z',
    hours: [
      { at: '2026-11-25T18:00:00Z', taken: 271 },
      { at: '2026-11-25T19:00:00Z', taken: 248 },
    ],
    taken_now: 248,
    arrivals: { total: 402, arrived: 263, next_hour: 18, list: [{ ...stay, state: 'inside' }] },
    check_ins: { in: 263, out: 120, refused: 2, flagged: 1 },
    overstays: { total: 1, list: [{ ...stay, plate: 'AVTC615', code: '2D4Y-QW8R' }] },
    reports: { total: 1, list: [{ kind: 'entry', text: 'The barrier on York Street is stuck', at: AT }] },
  },
}

export const STATEMENT_EXAMPLE: Example<OperatorStatement> = {
  data: {
    park,
    ...{ from: '2026-11-01', until: '2026-11-25' },
    taxes: [{ code: 'hst', name: 'HST', registration: '123456789 RT0001' }],
    currencies: [
      {
        ...{ currency: 'CAD', opening: 0, closing: 1_140_000 },
        figures: [
          { kind: 'booking', count: 812, paid: 1_293_000, fees: 40_600, tax: 94_400, park: 1_158_000 },
          { kind: 'refund', count: 11, paid: -20_100, fees: -600, tax: -1_500, park: -18_000 },
        ],
      },
    ],
  },
}

export const FILE_EXAMPLE: Example<{ readonly name: string; readonly text: string }> = {
  data: { name: 'statement-CAKQ2M7-2026-11-01-2026-11-25.csv', text: 'Time,Kind,Booking\r\n' },
}

export const PAYOUT_EXAMPLE: Example<PayoutWire> = {
  data: {
    ...{ park: park.code, amount: 1_140_000, currency: 'CAD', reference: 'TRF-2026-11-25-4471' },
    ...{ at: AT, payable: 0 },
  },
}

const parks = [{ code: park.code, name: park.name }]

export const PHONE_EXAMPLE: Example<StaffPhone> = {
  data: {
    id: '019ab0f3-8f41-7d00-8000-0123456789ab',
    name: 'Gate 1, Joël',
    parks,
    paired_at: '2026-11-20T10:00:00Z',
    last_seen_at: AT,
    revoked_at: AT,
  },
}

export const PAIRING_EXAMPLE: Example<StaffPairing> = {
  data: {
    code: 'K7QM-4T2P',
    link: 'https://baywise.example/check#pair=K7QM-4T2P',
    expires_at: '2026-11-25T09:15:00Z',
    parks,
  },
}
