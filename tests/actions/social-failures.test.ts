import { setupI18n } from '@lingui/core'
import { FirebaseError } from 'firebase/app'
import { expect, test } from 'vitest'
import { type SocialFailure, toFailure } from '../../src/actions/social-sign-in.online.ts'
import type { SocialProvider } from '../../src/contract/social.ts'
import { failureText } from '../../src/screens/auth/social-texts.ts'
import { messages as english } from '../../locales/en.po'
import { messages as french } from '../../locales/fr.po'

const en = setupI18n({ locale: 'en', messages: { en: english } })
const fr = setupI18n({ locale: 'fr', messages: { fr: french } })

function told(code: string, provider: SocialProvider = 'google'): string {
  const failure = toFailure(new FirebaseError(code, 'what a developer reads'))
  return failure.kind === 'needs_redirect' ? 'goes on in the page itself' : failureText(en, failure, provider)
}

const UNAVAILABLE = 'Social login is currently unavailable. Please try logging in with email and password.'
const EXISTS = 'An account with this email already exists. Please sign in with your original method.'
const NETWORK = 'Network error. Please check your internet connection and try again.'

test.each([
  ['auth/account-exists-with-different-credential', EXISTS],
  ['auth/email-already-in-use', EXISTS],
  ['auth/user-disabled', 'This account has been disabled. Please contact support.'],
  ['auth/user-not-found', 'No account found with this email. Please register first.'],
  ['auth/network-request-failed', NETWORK],
  ['auth/timeout', NETWORK],
  ['auth/popup-closed-by-user', 'The sign-in window was closed before you were signed in.'],
  ['auth/popup-blocked', 'goes on in the page itself'],
  ['auth/web-storage-unsupported', 'goes on in the page itself'],
])('what the identity service calls %s is told in the specification’s words', (code, text) => {
  expect(told(code)).toBe(text)
})

test('a service that is not enabled is named where the specification names it', () => {
  expect(told('auth/operation-not-allowed', 'apple')).toBe(
    'Apple Sign In is not enabled. Please use email/password login.',
  )
  expect(told('auth/operation-not-allowed', 'google')).toBe(UNAVAILABLE)
})

test('whatever else goes wrong there names the service', () => {
  for (const code of ['auth/internal-error', 'auth/invalid-credential', 'auth/never-heard-of']) {
    expect(told(code, 'google')).toBe('Google sign in failed. Please try again.')
    expect(told(code, 'apple')).toBe('Apple Sign In failed. Please try again or use email/password login.')
  }
})

test('a loader that could not be fetched is a lost connection, blocked storage is no social login', () => {
  const lost = new FirebaseError('auth/internal-error', 'x')
  Object.defineProperty(lost, 'customData', { value: new Event('error') })
  expect(toFailure(lost)).toEqual({ kind: 'network' })
  expect(failureText(en, { kind: 'unavailable' }, 'google')).toBe(UNAVAILABLE)
  expect(toFailure(new DOMException('denied', 'SecurityError'))).toEqual({ kind: 'unavailable' })
})

test('what is no answer of the service is a bug, and thrown', () => {
  expect(() => toFailure(new TypeError('x is not a function'))).toThrow('x is not a function')
})

test.each<[SocialFailure['kind'], string]>([
  ['blocked', 'Please allow popups for social login to work.'],
  ['nothing_brought_back', 'No successful social login found'],
  ['return_failed', 'Failed to process social login redirect.'],
  ['no_session', 'No access token received'],
  ['not_kept', 'Authentication succeeded but failed to update app state. Please refresh the page.'],
])('the failure %s has the specification’s words, and French ones', (kind, text) => {
  if (kind === 'refused') throw new Error('a refusal has its code')
  expect(failureText(en, { kind }, 'google')).toBe(text)
  expect(failureText(fr, { kind }, 'google')).not.toBe(text)
})

test('what the provider refuses is told by its code', () => {
  const refusal = (code: string): SocialFailure => ({ kind: 'refused', code, detail: 'x', extra: {} })
  expect(failureText(en, refusal('account_exists'), 'google')).toBe(EXISTS)
  expect(failureText(en, refusal('linking_required'), 'google')).toBe(
    'Account linking required. Please contact support.',
  )
  expect(failureText(en, refusal('social_token_invalid'), 'google')).toBe('Social login failed. Please try again.')
})
