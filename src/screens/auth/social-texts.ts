import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SocialFailure } from '../../actions/social-sign-in.online.ts'
import type { SocialProvider } from '../../contract/social.ts'
import type { ErrorCode } from '../../domain/error-codes.ts'
import { errorText } from '../../i18n/error-messages.ts'
import type { SocialStep } from './use-social-sign-in.ts'

const ALLOW_POPUPS = msg`Please allow popups for social login to work.`

const STEPS = {
  window: msg`Continue in the window that opens.`,
  blocked: ALLOW_POPUPS,
  leaving: msg`Opening…`,
  returning: msg`Signing you in…`,
} satisfies Record<SocialStep, MessageDescriptor>

export const stepText = (i18n: I18n, step: SocialStep): string => i18n._(STEPS[step])

type Told = Exclude<SocialFailure['kind'], 'refused'>

/**
 * The specification's texts, per service where it has them; an error code where the provider refuses for the same
 * reason.
 */
const FAILURES = {
  closed: msg`The sign-in window was closed before you were signed in.`,
  blocked: ALLOW_POPUPS,
  unavailable: 'social_unavailable',
  not_enabled: {
    apple: msg`Apple Sign In is not enabled. Please use email/password login.`,
    google: 'social_unavailable',
  },
  account_exists: 'account_exists',
  disabled: 'account_disabled',
  not_found: 'social_account_not_found',
  network: msg`Network error. Please check your internet connection and try again.`,
  nothing_brought_back: msg`No successful social login found`,
  return_failed: msg`Failed to process social login redirect.`,
  no_session: msg`No access token received`,
  not_kept: msg`Authentication succeeded but failed to update app state. Please refresh the page.`,
  failed: {
    apple: msg`Apple Sign In failed. Please try again or use email/password login.`,
    google: msg`Google sign in failed. Please try again.`,
  },
} satisfies Record<Told, MessageDescriptor | ErrorCode | Record<SocialProvider, MessageDescriptor | ErrorCode>>

/** Returns why the sign-in failed. */
export function failureText(i18n: I18n, failure: SocialFailure, provider: SocialProvider): string {
  if (failure.kind === 'refused') return errorText(i18n, failure.code, failure.detail)
  const told = FAILURES[failure.kind]
  const text = typeof told === 'object' && 'apple' in told ? told[provider] : told
  return typeof text === 'string' ? errorText(i18n, text) : i18n._(text)
}
