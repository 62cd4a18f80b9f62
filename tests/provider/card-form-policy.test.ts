import { expect, test } from 'vitest'
import { readConfig } from '../../provider/config.ts'
import { contentSecurityPolicy } from '../../provider/http/security-headers.ts'

test('the card gateway’s hosts are named only while its key is set', () => {
  expect(contentSecurityPolicy(readConfig({}))).not.toContain('stripe')
  const policy = contentSecurityPolicy(readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' }))
  expect(policy).toContain("script-src 'self' https://js.stripe.com")
  expect(policy).toContain('frame-src https://js.stripe.com')
  expect(policy).toMatch(/connect-src 'self' +https:\/\/api\.stripe\.com;/)
  expect(policy).not.toContain('sk_test')
})

test('text may not become a script; the card form may name rules of its own, and nothing else may', () => {
  const own = contentSecurityPolicy(readConfig({}))
  expect(own).toContain("require-trusted-types-for 'script'; trusted-types default still floor")
  const withCard = contentSecurityPolicy(readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' }))
  expect(withCard).toContain("require-trusted-types-for 'script'; trusted-types *")
  const social = { FIREBASE_PROJECT_ID: 'demo-baywise', FIREBASE_API_KEY: 'key' }
  expect(contentSecurityPolicy(readConfig(social))).not.toContain('trusted-types')
})
