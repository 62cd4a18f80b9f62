import { describe, expect, test } from 'vitest'
import type { OutboxRow } from '../../src/db/outbox-row.ts'
import { backoffMs } from '../../src/outbox/backoff.ts'
import { toSweep } from '../../src/outbox/retention.ts'
import {
  claimed,
  discarded,
  done,
  isDue,
  isKeyForgotten,
  rejected,
  released,
  unclaimed,
  unconfirmed,
} from '../../src/outbox/settle.ts'

const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000
const AT = { now: NOW, network: 'online' } as const

const queued: OutboxRow = {
  id: 'k1',
  seq: 1,
  owner: 'user:a',
  lane: 'queued',
  kind: 'vehicle.delete',
  entity: 'vehicle:v1',
  command: { kind: 'vehicle.delete', vehicleId: 'v1' },
  v: 1,
  state: 'queued',
  attempts: 0,
  nextAt: NOW,
  firstSentAt: null,
  lastError: null,
  createdAt: NOW,
  settledAt: null,
  answers: [],
  reconcile: false,
  stuck: false,
}

describe('the wait before the next try', () => {
  test('is anywhere below a ceiling that doubles from 2 s to 10 min', () => {
    expect([1, 2, 3, 9, 10, 400].map((attempts) => backoffMs(attempts, () => 1))).toEqual([
      2_000, 4_000, 8_000, 512_000, 600_000, 600_000,
    ])
    expect(backoffMs(5, () => 0)).toBe(0)
  })

  test('fault 30: keeps to what the provider asked for, a little spread', () => {
    expect(backoffMs(1, () => 0, 90_000)).toBe(90_000)
    expect(backoffMs(1, () => 1, 3_600_000)).toBe(3_602_000)
    expect(backoffMs(9, () => 1, 3_600_000)).toBe(3_660_000)
  })

  test('fault 16: is over when a clock that has jumped back makes it longer than any of ours', () => {
    expect(isDue({ ...queued, nextAt: NOW + 60_000 }, NOW)).toBe(false)
    expect(isDue({ ...queued, nextAt: NOW + 2 * DAY_MS }, NOW)).toBe(true)
    const ahead = { now: NOW + 3_600_000, network: 'online' } as const
    const error = { kind: 'network', at: ahead.now } as const
    expect(isDue(released(claimed(queued, ahead.now), ahead, { error, waitMs: 4_000 }), NOW)).toBe(true)
    expect(isDue({ ...queued, createdAt: ahead.now, nextAt: ahead.now }, NOW)).toBe(true)
  })
})

describe('a row', () => {
  test('notes that it was sent before it is, and keeps the first time', () => {
    const first = claimed(queued, NOW)
    expect(first).toMatchObject({ state: 'sending', attempts: 1, firstSentAt: NOW })
    expect(claimed(first, NOW + 5)).toMatchObject({ attempts: 2, firstSentAt: NOW })
  })

  test('goes back unsent when there was no session, but stays sent when it was before', () => {
    expect(unclaimed(claimed(queued, NOW), AT)).toMatchObject({ state: 'queued', attempts: 0, firstSentAt: null })
    const twice = claimed(claimed(queued, NOW), NOW + 5)
    expect(unclaimed(twice, AT)).toMatchObject({ attempts: 1, firstSentAt: NOW })
  })

  test('fault 38: is called stuck after a day of tries, and waits on', () => {
    const sent = claimed(queued, NOW)
    const why = { error: { kind: 'network', at: NOW }, waitMs: 1_000 } as const
    expect(released(sent, { ...AT, now: NOW + DAY_MS - 1 }, why).stuck).toBe(false)
    const stuck = released(sent, { ...AT, now: NOW + DAY_MS }, why)
    expect(stuck).toMatchObject({ state: 'queued', stuck: true, nextAt: NOW + DAY_MS + 1_000 })
    expect(done(stuck, AT)).toMatchObject({ state: 'done', stuck: false, lastError: null })
  })

  test('keeps the latest twenty answers as proof', () => {
    const why = { error: { kind: 'timeout', at: NOW }, waitMs: 0 } as const
    const many = Array.from({ length: 30 }).reduce<OutboxRow>((row) => released(row, AT, why), queued)
    expect(many.answers).toHaveLength(20)
    expect(many.answers[0]).toEqual({ at: NOW, network: 'online', outcome: 'timeout' })
  })

  test('once done is kept for thirty days and among the latest fifty; what waits, or was refused and not dismissed, is not swept', () => {
    const old = { readable: true, row: { ...discarded(queued, NOW - 31 * DAY_MS), id: 'old' } } as const
    const recent = Array.from({ length: 51 }, (_, index) => ({
      readable: true as const,
      row: { ...done(queued, { ...AT, now: NOW - index }), id: `d${index}` },
    }))
    const waiting = { readable: true, row: { ...queued, createdAt: NOW - 90 * DAY_MS } } as const
    const unreadable = { readable: false, id: 'x', reason: 'corrupt', raw: {} } as const
    const then = { ...AT, now: NOW - 60 * DAY_MS }
    const refused = {
      readable: true,
      row: { ...rejected(queued, then, { kind: 'network', at: NOW }), id: 'no' },
    } as const
    expect(toSweep([old, ...recent, waiting, unreadable, refused], NOW)).toEqual(['d50', 'old'])
  })

  test('of lane now that was refused was said at once, and goes with the past; what is not confirmed, or only typed, stays', () => {
    const then = { ...AT, now: NOW - 60 * DAY_MS }
    const typed = { ...queued, lane: 'now', createdAt: then.now } as const
    const rows = [
      { ...rejected(typed, then, { kind: 'network', at: then.now }), id: 'no' },
      { ...unconfirmed(claimed(typed, then.now), then, null), id: 'unconfirmed' },
      { ...typed, id: 'draft' },
    ]
    expect(
      toSweep(
        rows.map((row) => ({ readable: true as const, row })),
        NOW,
      ),
    ).toEqual(['no'])
  })

  test('that asks what became of a payment goes after a day: it is asked anew', () => {
    const command = { kind: 'payment.verify', reference: 'P-1' } as const
    const question = { ...queued, lane: 'now', kind: command.kind, entity: 'payment:P-1', command } as const
    const old = { ...unconfirmed(claimed(question, NOW - 2 * DAY_MS), AT, null), createdAt: NOW - 2 * DAY_MS }
    const young = { ...old, id: 'k2', createdAt: NOW - DAY_MS + 1 }
    expect(
      toSweep(
        [old, young].map((row) => ({ readable: true as const, row })),
        NOW,
      ),
    ).toEqual(['k1'])
  })

  test('is older than its key once the provider may have forgotten it, some days before it does', () => {
    const sent = claimed(queued, NOW)
    expect(isKeyForgotten(sent, NOW + 27 * DAY_MS)).toBe(false)
    expect(isKeyForgotten(sent, NOW + 27 * DAY_MS + 1)).toBe(true)
    expect(isKeyForgotten(queued, NOW + 90 * DAY_MS)).toBe(false)
  })

  test('of more refusals than may ever wait the oldest go', () => {
    const refusals = Array.from({ length: 202 }, (_, index) => ({
      readable: true as const,
      row: { ...rejected(queued, { ...AT, now: NOW - index }, { kind: 'network', at: NOW }), id: `r${index}` },
    }))
    expect(toSweep(refusals, NOW)).toEqual(['r200', 'r201'])
  })
})
