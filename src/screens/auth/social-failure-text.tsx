import { Trans, useLingui } from '@lingui/react/macro'
import type { SocialFailure } from '../../actions/social-failure.ts'
import type { SocialProvider } from '../../contract/social.ts'
import { errorText } from '../../i18n/error-messages.ts'
import { unreachable } from '../../lib/assert.ts'

/** What is said where one service cannot be used but the other way can. */
const UNAVAILABLE = 'social_unavailable'

/** The specification's words for why nobody was signed in. */
export function SocialFailureText({
  failure,
  provider,
}: {
  readonly failure: SocialFailure
  readonly provider: SocialProvider
}) {
  const { i18n } = useLingui()
  switch (failure.kind) {
    case 'closed':
      return <Trans>The sign-in window was closed before you were signed in.</Trans>
    case 'blocked':
      return <Trans>Please allow popups for social login to work.</Trans>
    case 'unavailable':
      return errorText(i18n, UNAVAILABLE)
    case 'not_enabled':
      return provider === 'apple' ? (
        <Trans>Apple Sign In is not enabled. Please use email/password login.</Trans>
      ) : (
        errorText(i18n, UNAVAILABLE)
      )
    case 'account_exists':
      return errorText(i18n, 'account_exists')
    case 'disabled':
      return errorText(i18n, 'account_disabled')
    case 'not_found':
      return errorText(i18n, 'social_account_not_found')
    case 'network':
      return <Trans>Network error. Please check your internet connection and try again.</Trans>
    case 'nothing_brought_back':
      return <Trans>No successful social login found</Trans>
    case 'return_failed':
      return <Trans>Failed to process social login redirect.</Trans>
    case 'no_session':
      return <Trans>No access token received</Trans>
    case 'not_kept':
      return <Trans>Authentication succeeded but failed to update app state. Please refresh the page.</Trans>
    case 'failed':
      return provider === 'apple' ? (
        <Trans>Apple Sign In failed. Please try again or use email/password login.</Trans>
      ) : (
        <Trans>Google sign in failed. Please try again.</Trans>
      )
    case 'refused':
      return errorText(i18n, failure.code, failure.detail)
    default:
      return unreachable(failure)
  }
}
