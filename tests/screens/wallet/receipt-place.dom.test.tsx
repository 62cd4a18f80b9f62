import 'fake-indexeddb/auto'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { StayReceipt } from '../../../src/contract/payments.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import ReceiptScreen from '../../../src/screens/wallet/receipt-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { BOOKING_ID } from '../../sync/support/small-provider.ts'

// Dexie answers outside act(), so after the first render React runs as in a browser.

const PARK = { name: 'Green P Carpark 36', code: 'P1', country_code: 'CA', timezone: 'America/Toronto' } as const

const RECEIPT: Omit<StayReceipt, 'park'> = {
  number: 'CA-000042',
  issued_at: '2026-11-21T12:05:00Z',
  kind: 'booking',
  booking_id: BOOKING_ID,
  booking_code: 'K7QM-4T2X',
  plate: 'CKTB 482',
  start_time: '2026-11-21T12:00:00Z',
  end_time: '2026-11-21T14:00:00Z',
  customer: { name: 'Awa Diop', email: 'awa@example.test' },
  lines: [],
  parking: 600,
  fees: 0,
  taxes: [],
  tax_total: 0,
  total: 600,
  currency: 'CAD',
  refunds: [],
  paid_with: 'wallet',
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

async function show(receipt: StayReceipt): Promise<HTMLElement> {
  const { receipts } = databases.user(sessionOf().user.user_id)
  await receipts.put({ number: receipt.number, receipt, savedAt: Date.now() })
  const host = await render(
    <Routes location={`/wallet/receipts/${receipt.number}`}>
      <Route path="/wallet/receipts/:number" element={<ReceiptScreen />} />
    </Routes>,
  )
  setActing(false)
  return host
}

test.each([
  ['says the city', { address: '110 Queen Street West', city: 'Toronto' }, '110 Queen Street West, Toronto, Canada'],
  ['names the city once', { address: '1 King St, Toronto', city: 'Toronto' }, '1 King St, Toronto, Canada'],
  ['of a car park without an address says the city', { address: null, city: 'Toronto' }, 'Toronto, Canada'],
  ['that an earlier release stored has none', { address: '1 King St' }, '1 King St, Canada'],
])('a receipt %s', async (_name, place, said) => {
  const host = await show({ ...RECEIPT, park: { ...PARK, ...place } })
  await vi.waitFor(() => expect(host.textContent).toContain(`Car park${PARK.name}, ${said}Stay`))
})

test('a receipt of a monthly pass says its days, not two times', async () => {
  const month = { first_day: '2026-11-24', last_day: '2026-12-23' }
  const host = await show({ ...RECEIPT, park: { ...PARK, address: '1 King St' }, month })
  await vi.waitFor(() => expect(host.textContent).toMatch(/Stay24\sNov\s2026 – 23\sDec\s2026Plate/))
})
