import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OwnRules } from '../../../src/domain/tariff.ts'
import { toDraft } from '../../../src/screens/operator/prices/price-draft.ts'
import { readDraft } from '../../../src/screens/operator/prices/read-draft.ts'
import { tariff } from '../../domain/support/arbitraries.ts'
import { clock, perUnit, tariffOf, windowOf } from '../../domain/support/tariffs.ts'

const draft = toDraft(tariffOf({ windows: [windowOf(clock(7), 1_440, perUnit(250, 1_400))] }), 'CAD')
const [window] = draft.windows
const withWindow = (changes: Partial<NonNullable<typeof window>>) => ({
  ...draft,
  windows: window === undefined ? [] : [{ ...window, ...changes }],
})

describe('prices as they are typed', () => {
  test('read as they were written: midnight is the end of the day', () => {
    expect(draft.windows).toMatchObject([{ price: '2.50', maximum: '14', hours: { from: '07:00', to: '00:00' } }])
    expect(readDraft(draft, 'CAD')).toMatchObject({
      bad: new Set(),
      rules: { windows: [{ toMinute: 1_440, price: perUnit(250, 1_400) }] },
    })
  })

  test('in francs have no decimals', () => {
    expect(toDraft(tariffOf({ windows: [windowOf(0, 1_440, perUnit(500))] }), 'XOF').windows[0]?.price).toBe('500')
    expect(readDraft(withWindow({ price: '500.5' }), 'XOF').bad).toContain(`window ${String(window?.id)} price`)
  })

  test.each(['', '-2', 'free', '1e3', '99999999999', '<b>2</b>', '2.505'])('an amount %j is none', (price) => {
    expect([...readDraft(withWindow({ price }), 'CAD').bad]).toEqual([`window ${String(window?.id)} price`])
  })

  test.each(['', '-1', '1.5', '2e1', '99999999'])('%j free minutes are no number of them', (freeFirst) => {
    expect([...readDraft({ ...draft, freeFirst }, 'CAD').bad]).toEqual(['free'])
  })

  test('hours need a day and times', () => {
    const { bad } = readDraft(withWindow({ hours: { days: [], from: '', to: '24:00:00' } }), 'CAD')
    expect([...bad]).toHaveLength(3)
  })

  test('no maximum and no longest stay are none', () => {
    const { rules, bad } = readDraft({ ...withWindow({ maximum: ' ' }), longest: '' }, 'CAD')
    expect([...bad]).toEqual([])
    expect(rules.windows[0]?.price).toEqual(perUnit(250))
    expect(rules.maximumStayMinutes).toBeNull()
  })
})

test('whatever maxima and special prices a tariff has, its draft reads as them', () => {
  fc.assert(
    fc.property(tariff, (one) => {
      const whole = { ...one, windows: [windowOf(0, 1_440, perUnit(100))] }
      const { rules, bad } = readDraft(toDraft(whole, 'CAD'), 'CAD')
      expect([...bad]).toEqual([])
      const again = readDraft(toDraft(rules, 'CAD'), 'CAD').rules
      expect(again).toEqual(rules)
      const amountsOf = ({ caps, packages }: Pick<OwnRules, 'caps' | 'packages'>) =>
        [...caps, ...packages].map(({ kind, amountMinor }) => [kind, amountMinor])
      expect(amountsOf(rules)).toEqual(amountsOf(one))
      expect(rules).toMatchObject({ unitMinutes: one.unitMinutes, freeFirstMinutes: one.freeFirstMinutes })
    }),
    { numRuns: 100 },
  )
})
