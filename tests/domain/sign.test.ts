import { beforeAll, describe, expect, test } from 'vitest'
import { toParkCode, toParkId } from '../../src/domain/ids.ts'
import { isElsewhere, readScanned, type SignClaim, type SignJwk, signLink, verifySign } from '../../src/domain/sign.ts'
import { fromBase64Url, toBase64Url } from '../../src/lib/base64url.ts'
import { must } from '../../src/lib/assert.ts'

const ORIGIN = 'https://baywise.example'
const CODE = toParkCode('CA92T6B')
const OTHER = toParkCode('CAMSVHS')
const FACTS = { keyId: 7, parkId: toParkId(4711), code: CODE, origin: ORIGIN }

let key: SignJwk
let other: SignJwk
let link = ''
let claim: SignClaim

async function makeKey(kid: number) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { pair, jwk: { kid, jwk: { kty: 'EC', crv: 'P-256', x, y }, withdrawn: false } as const }
}

beforeAll(async () => {
  const { pair, jwk } = await makeKey(7)
  key = jwk
  other = (await makeKey(8)).jwk
  link = await signLink(FACTS, pair.privateKey)
  const read = readScanned(link, ORIGIN)
  if (read.kind !== 'sign') throw new Error('a sign')
  claim = { code: read.code, token: read.token, origin: ORIGIN }
})

describe('the link of a sign', () => {
  test('is short enough for a QR code of version 8-M, and is genuine on a phone that has the key', async () => {
    expect(link).toMatch(/^https:\/\/baywise\.example\/park\/CA92T6B\?s=[\w-]{92}$/)
    expect(link.length).toBeLessThanOrEqual(152)
    expect(await verifySign(claim, [other, key])).toEqual({ kind: 'genuine', parkId: 4711 })
  })

  test('is a forgery once any byte of its token but the key’s number is another', async () => {
    const bytes = must(fromBase64Url(claim.token), 'bytes')
    for (let at = 1; at < bytes.length; at += 1) {
      const changed = bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
      expect(await verifySign({ ...claim, token: toBase64Url(changed) }, [key]), `byte ${String(at)}`).toEqual({
        kind: 'forged',
      })
    }
  })

  test('is a forgery with the number of another key that is known, and needs an update with one that is not', async () => {
    const bytes = must(fromBase64Url(claim.token), 'bytes')
    const token = toBase64Url(bytes.map((byte, index) => (index === 0 ? 8 : byte)))
    expect(await verifySign({ ...claim, token }, [key, other])).toEqual({ kind: 'forged' })
    expect(await verifySign({ ...claim, token }, [key])).toEqual({ kind: 'update_needed' })
    expect(await verifySign(claim, [])).toEqual({ kind: 'update_needed' })
  })

  test('counts for its own car park and address alone', async () => {
    expect(await verifySign({ ...claim, code: OTHER }, [key])).toEqual({ kind: 'forged' })
    expect(await verifySign({ ...claim, origin: 'https://baywise.example.evil.test' }, [key])).toEqual({
      kind: 'forged',
    })
    expect(await verifySign({ ...claim, origin: 'http://baywise.example' }, [key])).toEqual({ kind: 'forged' })
  })

  test('is told from one of a key that was withdrawn', async () => {
    expect(await verifySign(claim, [{ ...key, withdrawn: true }])).toEqual({ kind: 'withdrawn' })
  })

  test.each(['', 'x', 'A'.repeat(91), 'A'.repeat(93), `${'A'.repeat(91)}+`, '1.AAAA', 'ü', '\0'])(
    'with the token "%s" is a forgery',
    async (token) => {
      expect(await verifySign({ ...claim, token }, [key])).toEqual({ kind: 'forged' })
    },
  )

  test('of a later form needs an update', async () => {
    expect(await verifySign({ ...claim, token: '2.AAAA' }, [key])).toEqual({ kind: 'update_needed' })
  })

  test('refuses a key whose number is no byte', async () => {
    const { pair } = await makeKey(1)
    await expect(signLink({ ...FACTS, keyId: 256 }, pair.privateKey)).rejects.toThrow('1 to 255')
    await expect(signLink({ ...FACTS, keyId: 0 }, pair.privateKey)).rejects.toThrow('1 to 255')
  })
})

describe('a scanned text', () => {
  test.each([
    ['CA92T6B', { kind: 'park', slugOrCode: 'CA92T6B' }],
    [' ca92t6b\n', { kind: 'park', slugOrCode: 'CA92T6B' }],
    [`${ORIGIN}/park/ca92t6b`, { kind: 'park', slugOrCode: 'CA92T6B' }],
    [`${ORIGIN}/park/CA92T6B/?s=abc`, { kind: 'sign', code: 'CA92T6B', token: 'abc' }],
    ['HTTPS://BAYWISE.EXAMPLE/PARK/CA92T6B?s=abc', { kind: 'sign', code: 'CA92T6B', token: 'abc' }],
    [`${ORIGIN}/park/green-p-1-toronto-ca92t6b?from=1`, { kind: 'park', slugOrCode: 'green-p-1-toronto-ca92t6b' }],
    [`${ORIGIN}/park/CA92T6C?s=abc`, { kind: 'broken' }],
    [`${ORIGIN}/park/CA92T6C`, { kind: 'broken' }],
    [`${ORIGIN}/park/green-p-1?s=abc`, { kind: 'broken' }],
    [`${ORIGIN}/park/%2e%2e%2fwallet`, { kind: 'broken' }],
    [`${ORIGIN}/check#pair=K7QM-4T2P`, { kind: 'other_page' }],
    [`${ORIGIN}/`, { kind: 'other_page' }],
    ['P1:ABC ', { kind: 'pass' }],
    ['P2:ABC', { kind: 'pass' }],
    ['https://pay.example/park/CA92T6B?s=abc', { kind: 'foreign', host: 'pay.example' }],
    ['https://baywise.example@evil.test/park/CA92T6B', { kind: 'foreign', host: 'evil.test' }],
    ['https://baywise.example.evil.test/', { kind: 'foreign', host: 'baywise.example.evil.test' }],
    ['https://bаywise.example/', { kind: 'foreign', host: 'xn--bywise-3nf.example' }],
    ['http://baywise.example/park/CA92T6B', { kind: 'foreign', host: 'http://baywise.example' }],
    ['https://baywise.example:8443/park/CA92T6B', { kind: 'foreign', host: 'baywise.example:8443' }],
    ['javascript:alert(1)', { kind: 'unreadable' }],
    ['data:text/html,<script>', { kind: 'unreadable' }],
    ['upi://pay?pa=x', { kind: 'unreadable' }],
    ['//evil.test/park', { kind: 'unreadable' }],
    ['https://', { kind: 'unreadable' }],
    ['', { kind: 'unreadable' }],
    [`https://evil.test/${'a'.repeat(5_000)}`, { kind: 'unreadable' }],
  ])('%s', (text, expected) => {
    expect(readScanned(text, ORIGIN)).toEqual(expected)
  })
})

test.each([
  [250, 5, false],
  [320, 30, false],
  [340, 30, true],
  [5_000, 100, true],
  [5_000, 101, false],
])('%i m away within a circle of %i m is elsewhere: %s', (metres, accuracy, expected) => {
  expect(isElsewhere(metres, accuracy)).toBe(expected)
})
