import { expect, test } from 'vitest'
import { readConfig } from '../../provider/config.ts'
import { contentSecurityPolicy } from '../../provider/http/security-headers.ts'

const SETTINGS = { FIREBASE_PROJECT_ID: 'demo-baywise', FIREBASE_API_KEY: 'key' }
const EMULATOR = { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }

const emulatorWith = (environment: Readonly<Record<string, string>>) =>
  readConfig({ ...SETTINGS, ...EMULATOR, ...environment }).social?.emulatorHost

const directive = (policy: string, name: string): string =>
  policy.split('; ').find((line) => line.startsWith(`${name} `)) ?? ''

test('unsigned tokens are accepted only with the emulator named, for a demo project, outside production', () => {
  expect(emulatorWith({})).toBe('localhost:9099')
  expect(emulatorWith({ FIREBASE_AUTH_EMULATOR_HOST: '' })).toBeNull()
  expect(emulatorWith({ FIREBASE_PROJECT_ID: 'baywise-prod' })).toBeNull()
  expect(emulatorWith({ SANDBOX: '0' })).toBeNull()
  expect(emulatorWith({ STRIPE_SECRET_KEY: 'sk_live_x' })).toBeNull()
  expect(emulatorWith({ NODE_ENV: 'production' })).toBeNull()
})

test('without project or key there is no social sign-in', () => {
  expect(readConfig(EMULATOR).social).toBeNull()
  expect(readConfig({ FIREBASE_PROJECT_ID: 'demo-baywise' }).social).toBeNull()
  expect(readConfig({ FIREBASE_API_KEY: 'key' }).social).toBeNull()
})

test('settings that would break the policy of the page stop the start', () => {
  const bad = [{ FIREBASE_AUTH_DOMAIN: 'x; script-src *' }, { FIREBASE_AUTH_EMULATOR_HOST: '* http://x' }]
  for (const environment of [...bad, { FIREBASE_PROJECT_ID: 'a b' }])
    expect(() => readConfig({ ...SETTINGS, ...environment })).toThrow(/FIREBASE_/)
})

test('the hosts of the identity service are named only while it is set up', () => {
  const bare = contentSecurityPolicy(readConfig({}))
  expect(bare).not.toMatch(/google|firebase|frame-src/)
  const policy = contentSecurityPolicy(readConfig(SETTINGS))
  expect(directive(policy, 'script-src')).toMatch(/ https:\/\/apis\.google\.com$/)
  expect(directive(policy, 'frame-src')).toBe('frame-src https://demo-baywise.firebaseapp.com')
  expect(directive(policy, 'connect-src')).toMatch(
    / https:\/\/identitytoolkit\.googleapis\.com https:\/\/securetoken\.googleapis\.com$/,
  )
  const withEmulator = contentSecurityPolicy(readConfig({ ...SETTINGS, ...EMULATOR }))
  for (const name of ['frame-src', 'connect-src'])
    expect(directive(withEmulator, name)).toContain('http://localhost:9099')
})
