import 'fake-indexeddb/auto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyPassKeys } from '../../../src/db/apply/places.ts'
import { databases } from '../../../src/db/databases.ts'
import { toParkCode, toParkId } from '../../../src/domain/ids.ts'
import { readScanned, type SignJwk, signLink } from '../../../src/domain/sign.ts'
import { ScannedSign } from '../../../src/screens/scan/scanned-sign.tsx'
import { render, setActing } from '../../setup/render.tsx'

const CODE = toParkCode('CA92T6B')
const { origin } = location
// Dexie answers outside act(), so after the first render React runs as in a browser.

async function makeSign(kid: number): Promise<{ readonly link: string; readonly key: SignJwk }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const link = await signLink({ keyId: kid, parkId: toParkId(7), code: CODE, origin }, pair.privateKey)
  return { link, key: { kid, jwk: { kty: 'EC', crv: 'P-256', x, y }, withdrawn: false } }
}

let good = ''
let withdrawn = ''
let unknown = ''

beforeAll(async () => {
  const [first, second, third] = [await makeSign(1), await makeSign(2), await makeSign(3)]
  good = first.link
  withdrawn = second.link
  unknown = third.link
  const sign_keys = [first.key, { ...second.key, withdrawn: true }]
  await applyPassKeys(databases, { keys: [], sign_keys }, Date.now())
  // A provider that lists fewer keys must not make the phone forget any.
  await applyPassKeys(databases, { keys: [], sign_keys: [] }, Date.now())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function show(text: string) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const onGenuine = vi.fn<() => void>()
  const onWithout = vi.fn<() => void>()
  const scanned = readScanned(text, origin)
  const host = await render(<ScannedSign scanned={scanned} onGenuine={onGenuine} onWithout={onWithout} />)
  setActing(false)
  return { host, onGenuine, onWithout }
}

describe('with no signal, a scanned', () => {
  test('genuine sign opens its car park', async () => {
    const { onGenuine } = await show(good)
    await vi.waitFor(() => expect(onGenuine).toHaveBeenCalledWith(CODE, new URL(good).searchParams.get('s')))
  })

  test.each([
    ['sign with another code on it', () => good.replace('CA92T6B', 'CAMSVHS'), 'not a genuine Baywise sign'],
    ['sign whose token was cut', () => good.slice(0, -2), 'not a genuine Baywise sign'],
    ['sign with a code that is none', () => good.replace('CA92T6B', 'CA92T6C'), 'not a genuine Baywise sign'],
    ['sign of a withdrawn key', () => withdrawn, 'no longer valid'],
    ['sign of an unknown key', () => unknown, 'can’t be checked yet'],
    ['link to another host', () => 'https://pay.example/park', 'It leads to pay.example. We didn’t open it.'],
    ['pass', () => 'P1:ABC', 'This is a pass'],
    ['page of ours', () => `${origin}/check#pair=K7QM-4T2P`, 'isn’t the sign of a car park'],
    ['text', () => 'WIFI:S:free;;', 'isn’t the sign of a car park'],
  ])('%s is told as what it is, and opens nothing', async (_what, textOf, words) => {
    const { host, onGenuine, onWithout } = await show(textOf())
    await vi.waitFor(() => expect(host.textContent).toContain(words))
    expect(host.querySelector('a')).toBeNull()
    expect(onGenuine).not.toHaveBeenCalled()
    expect(onWithout).not.toHaveBeenCalled()
  })

  test('sign of an unknown key leaves the way by its code alone', async () => {
    const { host, onWithout } = await show(unknown)
    await vi.waitFor(() => expect(host.querySelector('button')).not.toBeNull())
    host.querySelector('button')?.click()
    expect(onWithout).toHaveBeenCalledWith(CODE)
  })
})
