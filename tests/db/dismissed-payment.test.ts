import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { PaymentWire } from '../../src/contract/payments.ts'
import { applyPaymentDismissed, applyPayments } from '../../src/db/apply/payments.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readOpenPayments, readPayment } from '../../src/db/read/payments.ts'
import { sessionOf } from './support/session.ts'

const ABANDONED: PaymentWire = {
  reference: 'bw-1',
  purpose: 'top_up',
  gateway: 'sandbox',
  kind: 'card',
  sandbox: true,
  amount: 2_500,
  currency: 'CAD',
  state: 'pending',
  reason: 'abandoned',
  outcome: null,
  refunded: 0,
  booking_code: null,
  created_at: '2026-11-21T10:00:00Z',
  expires_at: '2026-11-21T10:30:00Z',
  settled_at: null,
}

test('an abandoned top-up that was dismissed stays off the list, and counts when it is paid after all', async () => {
  const dbs = openDatabases({ prefix: 'dismissed', indexedDB: new IDBFactory(), IDBKeyRange })
  const { user_id: userId } = sessionOf().user
  await applySession(dbs, sessionOf(), 1)
  const told = { savedAt: 1, aheadMs: 0 }
  await applyPayments(dbs, userId, { payments: [ABANDONED], ...told })
  expect(await readOpenPayments('CAD', dbs)).toHaveLength(1)
  await applyPaymentDismissed(dbs, userId, 'bw-1')
  expect(await readOpenPayments('CAD', dbs)).toEqual([])
  await applyPayments(dbs, userId, { payments: [ABANDONED], ...told })
  expect(await readOpenPayments('CAD', dbs)).toEqual([])
  const paid: PaymentWire = { ...ABANDONED, state: 'succeeded', reason: null, outcome: 'credited' }
  await applyPayments(dbs, userId, { payments: [paid], ...told })
  expect((await readPayment('bw-1', dbs)).value?.payment.state).toBe('succeeded')
})
