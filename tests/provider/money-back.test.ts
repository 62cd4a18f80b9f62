import { describe, expect, it } from 'vitest'
import { findBackDifferences } from '../../provider/rules/back-differences.ts'
import {
  type BackFacts,
  type BackState,
  type Clawback,
  clawedMinor,
  type GoneBack,
  type OwnRefund,
  planBack,
  refundKey,
} from '../../provider/rules/money-back.ts'
import { BACK_MS, nextBackCheck } from '../../provider/rules/payments-schedule.ts'
import { DAY_MS } from '../../src/domain/instant.ts'

const item = (id: string, state: BackState, change: Partial<GoneBack> = {}): GoneBack => ({
  ...{ id, kind: 'dispute', amountMinor: 700, state, orderKey: null },
  ...change,
})

const refund = (id: string, state: OwnRefund['state']): OwnRefund => ({
  ...{ withdrawal_id: id, reference: 'bw-1', amount_minor: 300, state },
})

const ordered = (id: string, state: BackState): GoneBack =>
  item(`re-${id}`, state, { kind: 'refund', amountMinor: 300, orderKey: refundKey(refund(id, 'sent')) })

/** Books the plan as the service does; returns the change of the wallet per item. */
function book(
  facts: BackFacts,
  items: readonly GoneBack[],
): { readonly facts: BackFacts; readonly walletMinor: number } {
  let { refunds, clawbacks } = facts
  let walletMinor = 0
  for (const step of planBack(items, facts)) {
    if (step.kind === 'refund') {
      if (step.to === 'failed') walletMinor += step.refund.amount_minor
      refunds = refunds.map((one) => (one === step.refund ? { ...one, state: step.to } : one))
      continue
    }
    walletMinor -= step.byMinor
    const { id: back_id, kind, state } = step.item
    const booked_minor = (step.known?.booked_minor ?? 0) + step.byMinor
    const known: Clawback = { back_id, kind, state, booked_minor, postings: (step.known?.postings ?? 0) + 1 }
    clawbacks = [...clawbacks.filter((one) => one.back_id !== back_id), known]
  }
  return { facts: { refunds, clawbacks }, walletMinor }
}

const NOTHING: BackFacts = { refunds: [], clawbacks: [] }

describe('what goes back is booked as the gateway says it is now', () => {
  it.each<[BackState, number]>([
    ['open', 0],
    ['pending', -700],
    ['gone', -700],
    ['returned', 0],
  ])('a dispute that is %s leaves the wallet %i', (state, walletMinor) => {
    expect(book(NOTHING, [item('d', state)]).walletMinor).toBe(walletMinor)
  })

  it('in 2,000 random walks the books follow the last word, said twice or not, and agree with the gateway', () => {
    let seed = 7
    const next = (count: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * count)
    }
    const states: readonly BackState[] = ['open', 'pending', 'gone', 'returned']
    for (let walk = 0; walk < 2_000; walk += 1) {
      let facts: BackFacts = { refunds: [refund('w', 'sent')], clawbacks: [] }
      let walletMinor = 0
      let items: readonly GoneBack[] = []
      for (let step = 0; step < 8; step += 1) {
        const of = (): BackState => states[next(4)] ?? 'open'
        items = [item('d', of()), item('r', of(), { kind: 'reversal', amountMinor: 50 }), ordered('w', of())]
        for (let said = 0; said < 1 + next(2); said += 1) {
          const done = book(facts, items)
          walletMinor += done.walletMinor
          ;({ facts } = done)
        }
        expect(planBack(items, facts)).toEqual([])
      }
      // The refund's hold had already left the wallet; it returns if the refund failed, unless the money went out after
      // all.
      const [own] = facts.refunds
      const isBack = own?.state === 'failed'
      const others = items.filter(({ orderKey }) => orderKey === null || isBack)
      const gone = others.reduce((sum, one) => sum + clawedMinor(one), 0)
      expect(walletMinor).toBe((isBack ? 300 : 0) - gone)
    }
  })

  it('a refund that failed here and left there all the same is taken off the wallet like any other', () => {
    const facts: BackFacts = { refunds: [refund('w', 'failed')], clawbacks: [] }
    expect(planBack([ordered('w', 'gone')], facts)).toMatchObject([{ kind: 'clawback', byMinor: 300 }])
    expect(planBack([ordered('w', 'returned')], facts)).toEqual([])
  })

  it('a payment that goes back as a whole is the one refund that was ordered of it', () => {
    const whole = item('refund', 'gone', { kind: 'refund', amountMinor: 300, isWhole: true })
    const facts: BackFacts = { refunds: [refund('old', 'failed'), refund('w', 'sent')], clawbacks: [] }
    expect(planBack([whole], facts)).toMatchObject([{ kind: 'refund', to: 'done', refund: { withdrawal_id: 'w' } }])
    expect(planBack([whole], NOTHING)).toMatchObject([{ kind: 'clawback', byMinor: 300 }])
  })

  it('and is taken once, though it was booked as another’s before the answer to the order came', () => {
    const whole = item('refund', 'gone', { kind: 'refund', amountMinor: 300, isWhole: true })
    const known: Clawback = { back_id: 'refund', kind: 'refund', state: 'gone', booked_minor: 300, postings: 1 }
    const before: BackFacts = { refunds: [refund('w', 'done')], clawbacks: [known] }
    const { facts, walletMinor } = book(before, [whole])
    expect([walletMinor, planBack([whole], facts)]).toEqual([300, []])
  })

  it('what the gateway does not name is left as it is, and named as a difference', () => {
    const known: Clawback = { back_id: 'd', kind: 'dispute', state: 'gone', booked_minor: 700, postings: 1 }
    const facts: BackFacts = { refunds: [refund('w', 'done')], clawbacks: [known] }
    expect(planBack([], facts)).toEqual([])
    expect(findBackDifferences([], facts).map(({ check }) => check)).toEqual([
      'withdrawal that was paid is known to the gateway',
      'reversal in the ledger is known to the gateway',
    ])
  })
})

describe('a gateway is asked what went back', () => {
  const at = (days: number, change: object = {}) =>
    nextBackCheck({ settledMs: 0, nowMs: days * DAY_MS, isMoving: false, isContested: false, ...change })

  it('every day for 120 days, then no more', () => {
    expect(at(0)).toBe(DAY_MS)
    expect(at(119)).toBe(BACK_MS)
    expect(at(120)).toBeNull()
  })

  it('for a year where it is disputed, and every hour while a refund is on its way', () => {
    expect(at(120, { isContested: true })).toBe(121 * DAY_MS)
    expect(at(365, { isContested: true })).toBeNull()
    expect(at(500, { isMoving: true })).toBe(500 * DAY_MS + 3_600_000)
  })
})
