import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../provider/config.ts'
import { findClient, networksHolding, parseNetwork } from '../../../provider/rules/trusted-networks.ts'

const isTrusted = networksHolding(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'])

describe('a network', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', '192.0.2.7', '::1', '2001:db8::/32'])('%s is read', (text) => {
    expect(parseNetwork(text)).toBeDefined()
  })

  it.each(['', '1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '2001:db8::/129', '10.0.0.0/-1', 'proxy', '10.0.0.0/'])(
    '"%s" is refused',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined()
    },
  )

  it('holds its own family alone', () => {
    expect(['10.1.2.3', '192.0.2.7', '2001:db8:1::9'].map(isTrusted)).toEqual([true, true, true])
    expect(['11.0.0.1', '192.0.2.8', '2001:db8:2::9', 'unknown'].map(isTrusted)).toEqual([false, false, false, false])
  })
})

describe('the client behind proxies', () => {
  const client = (peer: string, forwarded?: string): string => findClient({ peer, forwarded }, isTrusted)

  it('is the peer itself when that is no trusted proxy, whatever it wrote', () => {
    expect(client('198.51.100.9', '203.0.113.1')).toBe('198.51.100.9')
    expect(client('unknown', '203.0.113.1')).toBe('unknown')
  })

  it('is the first from the right that is no trusted proxy', () => {
    expect(client('10.0.0.1', '198.51.100.9, 203.0.113.1')).toBe('203.0.113.1')
    expect(client('10.0.0.1', '198.51.100.9, 203.0.113.1, 10.0.0.2')).toBe('203.0.113.1')
    expect(client('::ffff:10.0.0.1', '10.9.9.9,198.51.100.9,2001:db8:1::2')).toBe('198.51.100.9')
  })

  it('is the farthest proxy when all are trusted, and the peer when none wrote anything', () => {
    expect(client('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
    expect(client('10.0.0.1')).toBe('10.0.0.1')
  })

  it('is never a text that is no address', () => {
    expect(client('10.0.0.1', '203.0.113.1, <script>')).toBe('10.0.0.1')
    expect(client('10.0.0.1', '203.0.113.1, unknown, 10.0.0.2')).toBe('10.0.0.2')
  })
})

describe('TRUST_PROXY', () => {
  const read = (value: string | undefined) => readConfig({ TRUST_PROXY: value }).trustedProxies

  it('is a list of networks', () => {
    expect(read('10.0.0.0/8, 2001:db8::/32 192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
    expect([read(undefined), read('0'), read('no')]).toEqual([[], [], []])
  })

  it.each(['1', '2', 'true', '10.0.0.0/8,1', 'proxy.example.com'])(
    '"%s" is refused at start, saying what to set',
    (value) => {
      expect(() => read(value)).toThrow(/TRUST_PROXY.*networks.*10\.0\.0\.0\/8/)
    },
  )
})

it('the server listens on this machine alone unless HOST says otherwise', () => {
  expect(readConfig({}).host).toBe('127.0.0.1')
  expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})
