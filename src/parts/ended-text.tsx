import { Trans, useLingui } from '@lingui/react/macro'
import type { ActionRefusal, ExpiredError } from '../actions/failures.ts'
import { errorText } from '../i18n/error-messages.ts'
import { unreachable } from '../lib/assert.ts'

/** Why a stored request ended without success, in a sentence or two. */
export function EndedText({ failure }: { readonly failure: ActionRefusal | ExpiredError }) {
  const { i18n } = useLingui()
  switch (failure.kind) {
    case 'refused':
      return errorText(i18n, failure.code, failure.detail)
    case 'too_old':
      return (
        <Trans>
          This request was sent weeks ago and was never confirmed. Your bookings and transactions show what happened.
        </Trans>
      )
    case 'not_started':
      return <Trans>The payment was never started. Nothing was charged.</Trans>
    case 'picture_gone':
      return <Trans>The picture is no longer on this phone. Add it again.</Trans>
    default:
      return unreachable(failure)
  }
}
