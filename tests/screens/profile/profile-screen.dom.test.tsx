import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { databases } from '../../../src/db/databases.ts'
import ProfileScreen from '../../../src/screens/profile/profile-screen.tsx'
import { render, setActing } from '../../setup/render.tsx'

const USER = '01980000-0000-7000-8000-00000000000b'
const SAVED_AT = Date.now() - 3_600_000

const vehicle: Vehicle = {
  id: '01980000-0000-7000-8000-000000000001',
  plate: 'ABC-123DE',
  plate_normalised: 'ABC123DE',
  country_code: 'NG',
  region: 'Lagos',
  vehicle_type_id: 1,
  label: 'Family car',
  colour: null,
  make: null,
  model: null,
  is_default: true,
  version: 1,
  updated_at: '2026-02-01T09:00:00Z',
}
const motorcycle: Vehicle = {
  ...vehicle,
  id: '01980000-0000-7000-8000-000000000002',
  plate: 'KJA-777QQ',
  plate_normalised: 'KJA777QQ',
  vehicle_type_id: 2,
  label: null,
  is_default: false,
}

// Dexie answers outside act(), so after the first render React runs as in a browser and the tests wait for results.

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

async function open(): Promise<HTMLElement> {
  const host = await render(<ProfileScreen />)
  setActing(false)
  await shows(host, 'KJA-777QQ')
  return host
}

const tap = (host: HTMLElement, label: string) => {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

const plateField = (host: HTMLElement): HTMLInputElement => {
  const input = host.querySelector('input[name="plate"]')
  if (input instanceof HTMLInputElement) return input
  throw new Error('No field for the plate')
}

const type = (input: HTMLInputElement, text: string) => {
  // React listens to the native setter: assigning `value` alone would not count as a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

// jsdom has the element but not its modal methods; focus and inertness belong to the browser and are tested there.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
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
    live: true,
    savedAt: SAVED_AT,
  })
  const db = databases.user(USER)
  await db.outbox.clear()
  await db.vehicles.bulkPut(
    [motorcycle, vehicle].map((row, index) => ({ id: row.id, vehicle: row, seq: index, savedAt: SAVED_AT })),
  )
  await db.saved.put({ key: 'vehicles', savedAt: SAVED_AT })
})

test('the driver and their vehicles are read without a connection, the default vehicle first', async () => {
  const host = await open()
  expect(host.textContent).toContain('Ada Obi')
  expect(host.textContent).toContain('ada@example.com')
  const rows = Array.from(host.querySelectorAll('ul[aria-label="Vehicles"] li'), ({ textContent }) => textContent)
  expect(rows).toEqual(['ABC-123DEFamily car, Car, LagosDefault', 'KJA-777QQMotorcycle, Lagos'])
})

test('a vehicle added without a connection is kept, shown, and said to wait', async () => {
  const host = await open()
  tap(host, 'Add a vehicle')
  await vi.waitFor(() => plateField(host))
  type(plateField(host), 'LND-456XY')
  tap(host, 'SaveSaving…')
  await shows(host, 'LND-456XY')
  await shows(host, 'Waiting for signal')
  await vi.waitFor(() => expect(host.querySelector('input[name="plate"]')).toBeNull())
})

test('a plate that reads oddly is questioned, one that cannot be read is refused before anything is sent', async () => {
  const host = await open()
  tap(host, 'Add a vehicle')
  await vi.waitFor(() => plateField(host))
  type(plateField(host), 'A8C-123DE')
  await shows(host, 'Did you mean ABC123DE?')
  type(plateField(host), '???')
  tap(host, 'SaveSaving…')
  await shows(host, 'Enter the plate: letters and digits.')
})

test('a vehicle is deleted only after a second tap; keeping it brings the form back, and with no signal it is not said to be gone', async () => {
  const host = await open()
  tap(host, 'ABC-123DE')
  await vi.waitFor(() => plateField(host))
  type(plateField(host), 'ABC-999DE')
  tap(host, 'Delete vehicle')
  await shows(host, 'Delete ABC-123DE?')
  tap(host, 'Keep vehicle')
  await vi.waitFor(() => expect(host.textContent).not.toContain('Delete ABC-123DE?'))
  await vi.waitFor(() => expect(plateField(host).value).toBe('ABC-999DE'))
  tap(host, 'Delete vehicle')
  await shows(host, 'Delete ABC-123DE?')
  tap(host, 'DeleteDeleting…')
  await shows(host, 'ABC-123DE will be deleted once Baywise confirms.')
  await vi.waitFor(() =>
    expect(host.querySelector('ul[aria-label="Vehicles"]')?.textContent).not.toContain('ABC-123DE'),
  )
  await shows(host, 'KJA-777QQ')
})
