import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../../deploy/nginx/baywise.conf', import.meta.url), 'utf8')
const directive = (name: string): string => new RegExp(String.raw`^\s*${name}\s+([^;]+);`, 'm').exec(text)?.[1] ?? ''

test('of TLS 1.2 only suites with forward secrecy are taken, which authenticate what they encrypt', () => {
  const suites = directive('ssl_ciphers').split(':')
  expect(suites.length).toBeGreaterThan(3)
  for (const suite of suites)
    expect(suite).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/)
  expect(directive('ssl_protocols')).toBe('TLSv1.2 TLSv1.3')
})

test('the log of nginx has no query of an address, which may say where somebody is, and not where they came from', () => {
  const format = directive('log_format')
  expect(format).toContain('$request_method $uri')
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_\w+)\b/)
  expect(directive('access_log')).toMatch(/ baywise$/)
})
