import { expect, test } from 'vitest'
import type { Withdrawal } from '../../../src/contract/payments.ts'
import { WithdrawalRow } from '../../../src/screens/wallet/withdrawal-row.tsx'
import { render } from '../../setup/render.tsx'

const withdrawal = (changes: Partial<Withdrawal>): Withdrawal => ({
  id: '01980000-0000-7000-8000-00000000000b',
  amount: 2_500,
  paid: 0,
  currency: 'CAD',
  state: 'requested',
  created_at: '2026-11-21T12:00:00Z',
  settled_at: null,
  ...changes,
})

interface Shown {
  readonly changes: Partial<Withdrawal>
  readonly title: string
  readonly amount: string
}

test.each<[state: string, shown: Shown]>([
  ['requested', { changes: {}, title: 'Requested: the money is on hold', amount: 'C$25.00' }],
  ['being paid', { changes: { state: 'paying' }, title: 'On its way to you', amount: 'C$25.00' }],
  ['paid', { changes: { state: 'paid', paid: 2_500 }, title: 'Paid out', amount: 'C$25.00' }],
  [
    'paid in part, one payment having been refused by its gateway',
    {
      changes: { state: 'paid', paid: 1_000 },
      title: 'Partly paid out: the rest is in your wallet',
      amount: 'C$10.00',
    },
  ],
  ['refused', { changes: { state: 'refused' }, title: 'Refused: the money is back in your wallet', amount: 'C$25.00' }],
  ['taken back', { changes: { state: 'cancelled' }, title: 'Withdrawal cancelled', amount: 'C$25.00' }],
])('a withdrawal that is %s says so, with what really moved', async (_state, { changes, title, amount }) => {
  const page = await render(<WithdrawalRow withdrawal={withdrawal(changes)} onChanged={() => undefined} />)
  expect(page.querySelector('strong')?.textContent).toBe(amount)
  expect(page.textContent).toContain(title)
  expect(page.textContent?.includes('in part')).toBe(title.includes('in part'))
  expect(page.querySelector('button') !== null).toBe(title.startsWith('Requested'))
})
