import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../src/db/command.ts'
import { isDraft, type OutboxRow } from '../../src/db/outbox-row.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { record } from '../../src/outbox/enqueue.ts'
import { isSameRequest } from '../../src/outbox/same-request.ts'
import { claimed, done, isWaiting, rejected, unconfirmed } from '../../src/outbox/settle.ts'
import { add, book, cancel, createRig, newVehicleId, rowsOf, USER_A } from '../sync/support/outbox-phone.ts'
import { valueOf } from '../sync/support/provider-phone.ts'
import type { TestPhone } from '../sync/support/test-phone.ts'

const topUp = (amountMinor: number): Command => ({ kind: 'wallet.top_up', amountMinor, currency: 'CAD' })
const withdraw = (amountMinor: number): Command => ({ kind: 'wallet.withdraw', amountMinor, currency: 'CAD' })
const WISHES: readonly Command[] = [
  book(14),
  book(16),
  topUp(500),
  topUp(900),
  withdraw(500),
  cancel(),
  add(newVehicleId(1)),
  add(newVehicleId(2), 'TWO-2'),
]

type Step =
  | { readonly does: 'asks' | 'types'; readonly tab: 0 | 1; readonly command: Command }
  /** The answer to a waiting request. */
  | { readonly does: 'settles'; readonly which: number; readonly as: 'done' | 'rejected' | 'unconfirmed' | 'sent' }

const tab = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('asks' as const), tab, command: fc.constantFrom(...WISHES) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('types' as const),
      tab,
      command: fc.constantFrom(topUp(500), topUp(900)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('settles' as const),
      which: fc.nat(9),
      as: fc.constantFrom('done' as const, 'rejected' as const, 'unconfirmed' as const, 'sent' as const),
    }),
  },
)
/** The steps of one inner list run concurrently. */
const steps = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })

function settledAs(row: OutboxRow, as: Extract<Step, { does: 'settles' }>['as'], now: number): OutboxRow {
  const at = { now, network: 'online' } as const
  switch (as) {
    case 'done':
      return done(claimed(row, now), at)
    case 'rejected':
      return rejected(claimed(row, now), at, { kind: 'problem', code: 'park_full', at: now })
    case 'unconfirmed':
      return row.lane === 'now' ? unconfirmed(claimed(row, now), at, null) : claimed(row, now)
    case 'sent':
      return claimed(row, now)
    default:
      return unreachable(as)
  }
}

async function settle(phone: TestPhone, { which, as }: Extract<Step, { does: 'settles' }>): Promise<void> {
  const waiting = (await rowsOf(phone)).filter((row) => isWaiting(row) && !isDraft(row))
  const row = waiting[which % Math.max(waiting.length, 1)]
  if (row !== undefined) await phone.dbs.user(USER_A).outbox.put(settledAs(row, as, phone.clock.now()))
}

/** Pairs of waiting requests that mean the same. */
const twins = (rows: readonly OutboxRow[]): readonly string[] => {
  const open = rows.filter((row) => isWaiting(row) && !isDraft(row))
  return open.flatMap((row, index) =>
    open.slice(index + 1).some((other) => isSameRequest(row.command, other.command)) ? [row.kind] : [],
  )
}

test('of one wish at most one request is open, whatever two tabs ask for at once, and of each kind at most one draft', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (rounds) => {
      const { phone } = await createRig()
      const tabs = [phone, phone.tab()] as const
      const take = async (one: Step): Promise<void> => {
        if (one.does === 'settles') return settle(phone, one)
        const before = { command: one.command, isDraft: one.does === 'types' }
        const { row } = valueOf(await record(tabs[one.tab], USER_A, before))
        expect(isSameRequest(row.command, one.command)).toBe(true)
      }
      for (const round of rounds) {
        await Promise.all(round.map(take))
        const rows = await rowsOf(phone)
        expect(twins(rows)).toEqual([])
        const drafts = rows.filter(isDraft).map(({ kind }) => kind)
        expect(drafts).toHaveLength(new Set(drafts).size)
        expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
      }
      tabs.forEach(({ dbs }) => dbs.close())
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('what was typed last is the draft, and what is asked for takes its place', async () => {
  const { phone } = await createRig()
  const other = phone.tab()
  valueOf(await record(phone, USER_A, { command: topUp(500), isDraft: true }))
  valueOf(await record(other, USER_A, { command: topUp(900), isDraft: true }))
  expect((await rowsOf(phone)).map(({ command }) => command)).toEqual([topUp(900)])
  valueOf(await record(phone, USER_A, { command: withdraw(500) }))
  expect(await rowsOf(phone)).toHaveLength(2)
  valueOf(await record(phone, USER_A, { command: topUp(500) }))
  expect((await rowsOf(phone)).map(({ command, state }) => [command, state])).toEqual([
    [withdraw(500), 'sending'],
    [topUp(500), 'sending'],
  ])
})
