import { describe, expect, test } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '../../src/config/limits.ts'
import type { OutboxState } from '../../src/db/outbox-row.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { Timers } from '../../src/lib/timers.ts'
import { outcomeOf, OUTCOMES } from '../../src/outbox/outcomes.ts'
import { drain } from '../../src/sync/drain.ts'
import { askNow, noteTap } from '../../src/sync/requests/send-now.ts'
import { book, cancel, createRig, isWrite, type OutboxRig, USER_A, waitOut } from '../sync/support/outbox-phone.ts'
import type { Line } from '../sync/support/test-phone.ts'
import { type Case, CASES, type Lane, problemWire } from './support/outcome-cases.ts'

/** What happened to the request before this answer. */
type Before = 'nothing' | 'lost' | 'arrived'

/** Returns the final state of a request, by its outcome. */
function endOf({ row, ...tried }: Case, lane: Lane, before: Before): OutboxState {
  const isLost = before !== 'nothing'
  const outcome = isLost ? tried.afterLost : tried.first
  switch (outcome) {
    case 'again':
      // A rate limit on the first attempt is reported at once, because the driver is waiting.
      if (lane === 'now') return !isLost && row === '429' ? 'rejected' : 'unconfirmed'
      return 'queued'
    case 'signed_out':
      if (lane === 'now') return isLost ? 'unconfirmed' : 'discarded'
      return 'queued'
    case 'look':
      if (before === 'arrived') return 'done'
      return lane === 'now' ? 'unconfirmed' : 'queued'
    case 'refused':
      return before === 'arrived' ? 'done' : 'rejected'
    case 'confirm':
      if (lane === 'now') return 'unconfirmed'
      return before === 'arrived' ? 'done' : 'rejected'
    case 'set_aside':
      return 'quarantined'
    default:
      return unreachable(outcome)
  }
}

/** Request time-outs fire when the test says so; all other timers are real. */
function createTimeouts(): { readonly timers: Timers; readonly fire: () => void } {
  const running = new Set<() => void>()
  return {
    timers: {
      after(ms, work) {
        if (ms === REQUEST_TIMEOUT_MS) {
          running.add(work)
          return () => running.delete(work)
        }
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    fire: () => running.forEach((work) => work()),
  }
}

/** Returns a function that sends one request of the lane, and again on later calls while it waits. */
async function sceneOf(rig: OutboxRig, lane: Lane): Promise<(through: Line['through']) => Promise<void>> {
  // Silences the log entry for a key used twice, which counts as our own bug.
  const phone = { ...rig.phone, log: { ...rig.phone.log, error: () => undefined } }
  if (lane === 'queued') await rig.ask(cancel())
  return async (through) => {
    phone.line.through = through
    waitOut(rig)
    if (lane === 'queued') await drain(phone)
    else await askNow(await noteTap(phone, USER_A), book())
  }
}

/** Runs one attempt with the case's answer; before it, if asked, an attempt whose answer is lost, arrived or not. */
async function run(tried: Case, lane: Lane, before: Before): Promise<OutboxRig> {
  const timeouts = createTimeouts()
  const rig = await createRig({ timers: timeouts.timers })
  const send = await sceneOf(rig, lane)
  let isFirst = before !== 'nothing'
  const lose: Line['through'] = async (request, next) => {
    if (before === 'arrived') await next(request)
    throw new TypeError('Failed to fetch')
  }
  const through: Line['through'] = (request, next) => {
    if (!isWrite(request)) return next(request)
    if (!isFirst) return Promise.resolve(tried.answer(request, timeouts.fire))
    isFirst = false
    return lose(request, next)
  }
  await send(through)
  // In lane `now` the page retries by itself.
  if (lane === 'queued' && before !== 'nothing') await send(through)
  return rig
}

test('every row of the table is tried', () => {
  expect([...new Set(CASES.map(({ row }) => row))]).toEqual(OUTCOMES.map(({ name }) => name))
})

test.each(CASES)('$what is $row: $first, and $afterLost after a lost answer', ({ row, failure, first, afterLost }) => {
  const found = OUTCOMES.find(({ matches }) => matches(failure))
  expect(found).toMatchObject({ name: row, first, afterLost })
})

test('every status from 400 to 599 is in the table, and only a refusal may end what may be done', () => {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)
  const refused = statuses.filter((status) => outcomeOf(problemWire(status, 'internal'), true) === 'refused')
  expect(refused).toEqual(statuses.filter((status) => status < 500 && ![401, 408, 425, 429].includes(status)))
})

describe.each(['queued', 'now'] as const)('in lane %s', (lane) => {
  const cases = CASES.filter(({ lanes }) => lanes?.includes(lane) ?? true)

  test.each(cases)('$what, to the first try', async (tried) => {
    const rig = await run(tried, lane, 'nothing')
    expect((await rig.rows()).map(({ state }) => state)).toEqual([endOf(tried, lane, 'nothing')])
    expect(rig.provider.effects).toEqual([])
  })

  test.each(cases)('$what, after a request that never arrived', async (tried) => {
    const rig = await run(tried, lane, 'lost')
    const [row, ...others] = await rig.rows()
    expect(others).toEqual([])
    expect(row?.state).toBe(endOf(tried, lane, 'lost'))
    // Withdrawn at the provider too; otherwise a delayed copy of the first request could take effect unseen.
    if (row?.state === 'rejected') expect([...rig.provider.withdrawn]).toEqual([row.id])
    expect(rig.provider.effects).toEqual([])
  })

  test.each(cases)('$what, after a request that was done and whose answer was lost', async (tried) => {
    const rig = await run(tried, lane, 'arrived')
    expect((await rig.rows()).map(({ state }) => state)).toEqual([endOf(tried, lane, 'arrived')])
    expect(rig.provider.effects).toHaveLength(1)
  })
})
