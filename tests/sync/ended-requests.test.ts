import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { record } from '../../src/outbox/enqueue.ts'
import { giveUp } from '../../src/sync/requests/give-up.ts'
import { askAgain, askNow, noteTap } from '../../src/sync/requests/send-now.ts'
import {
  answering,
  book,
  createRig,
  isWrite,
  type OutboxRig,
  passing,
  statesOf,
  USER_A,
} from './support/outbox-phone.ts'
import { errorOf, valueOf } from './support/provider-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { answerLost, type Line, offline } from './support/test-phone.ts'

const neverArrives: Line['through'] = (request, next) => (isWrite(request) ? offline(request, next) : next(request))

describe('a refusal after a lost answer', () => {
  /** Loses the first write, rate-limits look-ups of a key, and refuses later writes. */
  const refusedThen = (headers: (key: string) => Record<string, string>): Line['through'] => {
    let isFirst = true
    return async (request, next) => {
      if (request.method === 'DELETE') return problemOf(429, 'rate_limited', { 'retry-after': '120' })
      if (!isWrite(request)) return next(request)
      const key = request.headers.get('idempotency-key') ?? ''
      const isLost = isFirst
      isFirst = false
      return isLost ? offline(request, next) : problemOf(409, 'park_full', headers(key))
    }
  }
  const tapTwice = async (rig: OutboxRig) => {
    const first = await askNow(await noteTap(rig.phone, USER_A), book())
    return first.ok || first.error.kind !== 'outcome_unknown'
      ? first
      : askAgain(rig.phone, USER_A, first.error.requestId)
  }

  test('that the provider gives again from its record ends the request, although its key may not be asked about', async () => {
    const rig = await createRig()
    rig.phone.line.through = refusedThen((key) => ({ 'idempotent-replayed': 'true', 'idempotency-key': key }))
    expect(errorOf(await tapTwice(rig))).toMatchObject({ code: 'park_full' })
    expect(await statesOf(rig)).toEqual(['rejected'])
  })

  test.each([
    { what: 'without its record', headers: () => ({}) },
    {
      what: 'from the record of another key',
      headers: () => ({ 'idempotent-replayed': 'true', 'idempotency-key': 'another' }),
    },
  ])('$what ends nothing: the first may still be on its way', async ({ headers }) => {
    const rig = await createRig()
    rig.phone.line.through = refusedThen(headers)
    expect(errorOf(await tapTwice(rig)).kind).toBe('outcome_unknown')
    expect(await statesOf(rig)).toEqual(['unconfirmed'])
  })
})

test('what was only typed and is refused is kept under a new key: under its own it would be refused for ever', async () => {
  const rig = await createRig()
  const command = { kind: 'wallet.top_up', amountMinor: 1, currency: 'CAD' } as const
  const { id } = valueOf(await record(rig.phone, USER_A, { command, isDraft: true })).row
  rig.phone.line.through = answering(() => problemOf(422, 'amount_out_of_range'))
  expect(errorOf(await askAgain(rig.phone, USER_A, id))).toMatchObject({ code: 'amount_out_of_range' })
  const [refused, kept] = await rig.rows()
  expect(refused).toMatchObject({ id, state: 'rejected' })
  expect(kept).toMatchObject({ state: 'queued', attempts: 0, command })
  expect(kept?.id).not.toBe(id)
})

test.each([
  { what: 'was done and shows', through: answerLost(isWrite, 3), said: 'was_done', states: ['done'], effects: 1 },
  { what: 'nothing shows of', through: neverArrives, said: 'too_old', states: ['expired'], effects: 0 },
])(
  'a request older than its key that $what is never said to be given up',
  async ({ through, said, states, effects }) => {
    const rig = await createRig()
    rig.phone.line.through = through
    expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
    const { id } = must((await rig.rows())[0], 'the row')
    rig.phone.line.through = passing
    rig.clock.advance(31 * DAY_MS)
    expect(valueOf(await giveUp(rig.phone, USER_A, id))).toBe(said)
    expect(await statesOf(rig)).toEqual(states)
    expect(rig.provider.effects).toHaveLength(effects)
  },
)
