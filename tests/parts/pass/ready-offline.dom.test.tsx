import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { applyPassKeys } from '../../../src/db/apply/places.ts'
import { databases } from '../../../src/db/databases.ts'
import { makeBookingCode } from '../../../src/domain/code.ts'
import { toBookingId, toParkId } from '../../../src/domain/ids.ts'
import { bookingTail, passPlate, signPass } from '../../../src/domain/pass.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { storageMode } from '../../../src/lib/storage-trouble.ts'
import { ReadyOffline } from '../../../src/parts/pass/ready-offline.tsx'
import { render, setActing } from '../../setup/render.tsx'

const KEY_ID = 3
const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-11-21T19:00:00Z')
let text = ''

// Dexie answers outside act(), so after the first render React runs as in a browser.

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  await applyPassKeys(
    databases,
    { keys: [{ kid: KEY_ID, jwk: { kty: 'EC', crv: 'P-256', x, y } }], sign_keys: [] },
    START_MS,
  )
  text = await signPass(
    {
      keyId: KEY_ID,
      parkId: toParkId(7),
      bookingTail: bookingTail(toBookingId('019A8F3C-1B2D-7E4F-8A6B-0123456789AB')),
      sequence: 1,
      start: toInstant(START_MS),
      end: toInstant(START_MS + HOUR_MS),
      vehicleType: 1,
      ...passPlate('ABC123DE'),
      code: makeBookingCode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
    },
    pair.privateKey,
  )
})

afterEach(() => {
  storageMode.set('kept')
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

function installWorker(ready: Promise<unknown>): void {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: null, ready }, configurable: true })
}

async function show(): Promise<HTMLElement> {
  const host = await render(<ReadyOffline text={text} />)
  setActing(false)
  return host
}

test('a pass that is verified is ready offline once the app itself is on the phone, not before', async () => {
  const install = Promise.withResolvers<unknown>()
  installWorker(install.promise)
  const host = await show()
  await vi.waitFor(() => expect(host.textContent).toBe('Keep this page open'))
  install.resolve({})
  await vi.waitFor(() => expect(host.textContent).toBe('Ready offline'))
})

test('where no app can be kept the page is to stay open', async () => {
  const host = await show()
  await vi.waitFor(() => expect(host.textContent).toBe('Keep this page open'))
})

test('where the browser stores nothing for us the page is to stay open', async () => {
  installWorker(Promise.resolve({}))
  storageMode.set('memory')
  const host = await show()
  await vi.waitFor(() => expect(host.textContent).toBe('Keep this page open'))
  storageMode.set('kept')
  await vi.waitFor(() => expect(host.textContent).toBe('Ready offline'))
})

test('a pass with one character changed is never ready', async () => {
  installWorker(Promise.resolve({}))
  const right = text
  text = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`
  const host = await show()
  text = right
  await vi.waitFor(() => expect(host.textContent).toBe('Cannot be verified'))
})
