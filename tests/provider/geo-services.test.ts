import { expect, test } from 'vitest'
import { readConfig } from '../../provider/config.ts'
import { contentSecurityPolicy } from '../../provider/http/security-headers.ts'
import { toGeo } from '../../provider/rules/geo.ts'

const connectOf = (environment: Record<string, string>): string =>
  /connect-src [^;]*/.exec(contentSecurityPolicy(readConfig(environment)))?.[0] ?? ''

test('public services are named to phones and in the policy only while they are configured', () => {
  expect(connectOf({})).toBe("connect-src 'self'")
  expect(connectOf({ GEO_SERVICES: 'ipapi.co, ipwho.is' })).toBe("connect-src 'self' https://ipapi.co https://ipwho.is")
  const { geoServices: services } = readConfig({ GEO_SERVICES: 'freeipapi.com' })
  expect(toGeo({ address: '192.0.2.1', country: undefined, services }).services).toEqual(['freeipapi.com'])
  expect(toGeo({ address: '192.0.2.1', country: undefined, services: [] })).not.toHaveProperty('services')
})

test('nobody else is named to a phone whose country is known', () => {
  expect(toGeo({ address: '192.0.2.1', country: 'SN', services: ['ipwho.is'] })).not.toHaveProperty('services')
})

test('a service that the app does not understand stops the start', () => {
  expect(() => readConfig({ GEO_SERVICES: 'ip.example' })).toThrow('GEO_SERVICES knows ipapi.co')
})
