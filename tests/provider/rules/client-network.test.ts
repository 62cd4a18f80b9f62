import { expect, it } from 'vitest'
import { networkOf } from '../../../provider/rules/client-network.ts'

it('counts an IPv4 address by itself', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('unknown')).toBe('unknown')
})

it('counts every address of an IPv6 /64 as one', () => {
  const all = [
    '2001:db8:0:7::1',
    '2001:db8:0:7:ffff:ffff:ffff:ffff',
    '2001:0DB8:0000:0007:1:2:3:4',
    '2001:db8::7:0:0:0:9',
  ]
  expect(new Set(all.map(networkOf))).toEqual(new Set(['2001:db8:0:7::/64']))
  expect(networkOf('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
