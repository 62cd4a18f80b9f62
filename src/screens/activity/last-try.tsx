// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { errorText } from '../../i18n/error-messages.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { OutboxView } from '../../queries/query.ts'

type LastError = NonNullable<OutboxView['lastError']>

/** When a waiting request was last tried, and why that attempt failed. */
export function LastTry({ error }: { readonly error: LastError }) {
  const format = useFormat()
  const now = useNow()
  const time = format.savedAt(toInstant(error.at), { zone: phoneZone(), now })
  return (
    <p>
      <Trans>Last attempt {time}:</Trans> <Reason error={error} />
    </p>
  )
}

function Reason({ error }: { readonly error: LastError }) {
  const { i18n } = useLingui()
  switch (error.kind) {
    case 'network':
    case 'timeout':
      return <Trans>no answer.</Trans>
    case 'foreign':
      return <Trans>another page answered instead of Baywise, such as a Wi-Fi sign-in page.</Trans>
    case 'signed_out':
      return <Trans>you were signed out. It will be sent when you sign in again.</Trans>
    case 'problem':
      return errorText(i18n, error.code ?? 'internal', error.detail ?? '')
    case 'unechoed':
    case 'invalid_response':
    case 'mismatch':
    case 'corrupt':
    case 'foreign_owner':
    case 'newer_version':
      return <Trans>we couldn’t read the answer.</Trans>
    default:
      return unreachable(error.kind)
  }
}
