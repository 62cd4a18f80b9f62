import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Transaction } from '../../../src/contract/wallet.ts'
import { databases } from '../../../src/db/databases.ts'
import { record, enqueueContext } from '../../../src/outbox/enqueue.ts'
import { unconfirmed } from '../../../src/outbox/settle.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import WalletScreen from '../../../src/screens/wallet/wallet-screen.tsx'
import { render, setActing } from '../../setup/render.tsx'
import { valueOf } from '../../sync/support/provider-phone.ts'

const USER = '01980000-0000-7000-8000-00000000000a'
const TOP_UP = { kind: 'wallet.top_up', amountMinor: 250_000, currency: 'NGN' } as const
const SAVED_AT = Date.now() - 3_600_000

const transaction = (index: number, change: Partial<Transaction> = {}): Transaction => ({
  id: index.toString(),
  kind: 'booking',
  amount: -10_000,
  currency: 'NGN',
  balance_after: 490_000 - 10_000 * index,
  booking_code: `BW-${index}`,
  park_name: `Park ${index}`,
  receipt_number: null,
  created_at: new Date(SAVED_AT + index * 1000).toISOString(),
  ...change,
})

const welcome = transaction(-1, {
  kind: 'welcome_credit',
  amount: 500_000,
  balance_after: 500_000,
  booking_code: null,
  park_name: null,
})

async function seed({ live, transactions }: { readonly live: boolean; readonly transactions: readonly Transaction[] }) {
  const user = {
    user_id: USER,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Obi',
    phone: null,
    country_id: 1,
    country: { code: 'NG' as const },
    language: 'en' as const,
    email_verified: true,
  }
  await databases.session.session.put({
    id: 'session',
    user,
    accessToken: 'a',
    refreshToken: 'r',
    refreshKey: null,
    live,
    savedAt: SAVED_AT,
  })
  const db = databases.user(USER)
  await db.outbox.clear()
  await db.transactions.clear()
  await db.transactions.bulkPut([...transactions])
  const balance = transactions.at(-1)?.balance_after ?? 0
  await db.wallets.put({
    currency: 'NGN',
    wallet: { balance, currency: 'NGN', held: 0, as_of: new Date(SAVED_AT).toISOString() },
    savedAt: SAVED_AT,
  })
}

// Dexie answers outside act(), so after the first render React runs as in a browser and the tests wait for results.

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

async function open(until: string): Promise<HTMLElement> {
  const host = await render(<WalletScreen />)
  setActing(false)
  await shows(host, until)
  return host
}

const tap = (host: HTMLElement, label: string) => {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent === label)
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

const rows = (host: HTMLElement) => Array.from(host.querySelectorAll('ul li'), (row) => row.textContent)

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  selectedCountry.set({
    code: 'NG',
    name: 'Nigeria',
    autoDetected: false,
    fallback: false,
    ip: null,
    city: null,
    region: null,
  })
})

test('without a connection the saved balance stands with its age, and the welcome credit is named as demo money', async () => {
  await seed({ live: true, transactions: [welcome, transaction(0)] })
  const host = await open('Welcome credit')
  expect(host.textContent).toContain('Balance saved ')
  expect(host.textContent).toContain('₦4,900.00')
  expect(rows(host)).toEqual([
    expect.stringMatching(/^Park 0.*−₦100\.00Balance after: ₦4,900\.00$/),
    expect.stringMatching(/^Welcome credit \(demo\).*\+₦5,000\.00Balance after: ₦5,000\.00$/),
  ])
})

test('twenty transactions are shown, the rest on demand', async () => {
  await seed({ live: true, transactions: [welcome, ...Array.from({ length: 24 }, (_, index) => transaction(index))] })
  const host = await open('Show 5 more')
  expect(rows(host)).toHaveLength(20)
  tap(host, 'Show 5 more')
  await vi.waitFor(() => expect(rows(host)).toHaveLength(25))
})

test('a top-up whose amount was kept with no connection is offered again, and goes when it is discarded', async () => {
  await seed({ live: true, transactions: [welcome] })
  await record(enqueueContext, USER, { command: TOP_UP, isDraft: true })
  const host = await open('Top-up of ₦2,500.00')
  expect(host.querySelector('a[href="/wallet/add-funds"]')).not.toBeNull()
  tap(host, 'Discard')
  await vi.waitFor(() => expect(host.textContent).not.toContain('Top-up of ₦2,500.00'))
  expect(await databases.user(USER).outbox.count()).toBe(0)
})

test('a top-up whose answer was lost is not said to be charged, and cannot be removed without the provider', async () => {
  await seed({ live: true, transactions: [welcome] })
  const { row } = valueOf(await record(enqueueContext, USER, { command: TOP_UP }))
  await databases.user(USER).outbox.put(unconfirmed(row, { now: SAVED_AT, network: 'online' }, null))
  const host = await open('Top-up of ₦2,500.00')
  expect(host.textContent).toContain('Nothing was charged: you pay on the next page.')
  tap(host, 'Discard')
  await shows(host, 'Needs a connection')
  expect(await databases.user(USER).outbox.get(row.id)).toMatchObject({ state: 'unconfirmed' })
})

test('a session that ended asks to sign in again and leaves the balance readable', async () => {
  await seed({ live: false, transactions: [welcome] })
  const host = await open('Sign in again')
  await shows(host, '₦5,000.00')
  expect(host.querySelector('a[href^="/auth"]')).not.toBeNull()
})

test('money that went back at the payment service has words of its own, and a balance below zero says why and what to do', async () => {
  const moved = { booking_code: null, park_name: null }
  await seed({
    live: true,
    transactions: [
      welcome,
      transaction(1, { ...moved, kind: 'dispute', amount: -600_000, balance_after: -100_000 }),
      transaction(2, { ...moved, kind: 'dispute', amount: 600_000, balance_after: 500_000 }),
      transaction(3, { ...moved, kind: 'withdrawal', amount: 20_000, balance_after: 520_000 }),
      transaction(4, { ...moved, kind: 'reversal', amount: -570_000, balance_after: -50_000 }),
    ],
  })
  const host = await open('Payment taken back')
  expect(rows(host)).toEqual([
    expect.stringMatching(/^Payment taken back.*−₦5,700\.00Balance after: −₦500\.00$/),
    expect.stringMatching(/^Withdrawal returned.*\+₦200\.00/),
    expect.stringMatching(/^Dispute closed, money back.*\+₦6,000\.00/),
    expect.stringMatching(/^Payment disputed.*−₦6,000\.00Balance after: −₦1,000\.00$/),
    expect.stringMatching(/^Welcome credit/),
  ])
  const alert = host.querySelector('[role="alert"]')
  expect(alert?.textContent).toContain('Your wallet is ₦500.00 below zero')
  expect(alert?.textContent).toContain('A payment into your wallet was taken back.')
  expect(alert?.querySelector('a')?.getAttribute('href')).toBe('/wallet/add-funds?amount=50000')
})
