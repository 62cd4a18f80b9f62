import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { type ActionError, findBookAgain, findShortfall } from '../actions/failures.ts'
import { routes } from '../config/routes.ts'
import { mustInstant } from '../domain/instant.ts'
import { PAYMENT_RANGE } from '../domain/payment.ts'
import { errorText } from '../i18n/error-messages.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import type { StorageReason } from '../lib/storage-trouble.ts'
import { NoSignalIcon, OctagonCrossIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import { EndedText } from './ended-text.tsx'
import { useNow } from './use-now.ts'

export interface FailureNoteProps {
  readonly failure: ActionError
  /** The attempted action, such as "Signing in": named when the connection is the reason. */
  readonly doing: string
  /** Whether input beside the note has been kept. */
  readonly hasInput?: boolean
}

/** Explains why an action failed and, if something was entered, that it is kept. */
export function FailureNote({ failure, doing, hasInput = false }: FailureNoteProps) {
  switch (failure.kind) {
    case 'offline':
      return (
        <Note icon={<NoSignalIcon size={24} />} title={<Trans>Needs a connection</Trans>} role="alert">
          <Trans>{doing} needs a connection.</Trans> {hasInput && <InputKept />}
        </Note>
      )
    case 'timeout':
      return (
        <Note icon={<NoSignalIcon size={24} />} title={<Trans>No answer</Trans>} role="alert">
          <Trans>Baywise didn’t answer in time. Try again.</Trans> {hasInput && <InputKept />}
        </Note>
      )
    case 'outcome_unknown':
      return (
        <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Not confirmed</Trans>} role="alert">
          <Trans>
            We sent it, but the connection dropped before we got an answer. Open My Bookings to see it and try again.
          </Trans>
        </Note>
      )
    case 'too_old':
      return (
        <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Too old to check</Trans>} role="alert">
          <EndedText failure={failure} />
        </Note>
      )
    case 'not_started':
    case 'picture_gone':
      return (
        <Note tone="amber" icon={<TriangleIcon size={24} />} role="alert">
          <EndedText failure={failure} />
        </Note>
      )
    case 'signed_out':
      return <SignedOutNote />
    case 'busy_elsewhere':
      return (
        <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Busy in another tab</Trans>} role="alert">
          <Trans>Another tab is busy with this. What you entered is kept. Close that tab, then try again.</Trans>
        </Note>
      )
    case 'invalid_response':
      return (
        <Note tone="bad" icon={<OctagonCrossIcon size={24} />} role="alert">
          <Trans>Invalid response from server</Trans>
        </Note>
      )
    case 'storage':
      return (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>Not saved on this phone</Trans>}
          role="alert"
        >
          <StorageText reason={failure.reason} />
        </Note>
      )
    case 'outbox_full':
      return (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>Too many requests waiting</Trans>}
          role="alert"
        >
          <Trans>This change isn’t saved. First send or remove some waiting requests.</Trans>
        </Note>
      )
    case 'not_saved':
      return (
        <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={<Trans>Not saved</Trans>} role="alert">
          <Trans>This phone is full, so this change wasn’t saved and won’t be sent.</Trans>
        </Note>
      )
    case 'not_kept':
      return (
        <Note icon={<NoSignalIcon size={24} />} title={<Trans>Needs a connection</Trans>} role="alert">
          <Trans>This browser can’t keep requests until there’s signal. Try again when you’re connected.</Trans>
        </Note>
      )
    case 'unknown_outcome_ahead':
      return (
        <Note
          tone="amber"
          icon={<TriangleIcon size={24} />}
          title={<Trans>Wait for the last change</Trans>}
          role="alert"
        >
          <Trans>An earlier change isn’t confirmed yet. Try again once it is.</Trans>
        </Note>
      )
    case 'refused':
      return <RefusedNote failure={failure} />
    default:
      return unreachable(failure)
  }
}

type Refused = Extract<FailureNoteProps['failure'], { kind: 'refused' }>

function RefusedNote({ failure }: { readonly failure: Refused }) {
  const { i18n } = useLingui()
  const title = errorText(i18n, failure.code, failure.detail)
  // Avoids repetition: when only one field is wrong, its detail may be the title already.
  const fields = failure.fields?.filter(({ detail }) => detail !== title)
  return (
    <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={title} role="alert">
      {fields?.map((field) => (
        <p key={`${field.field} ${field.code}`}>{field.detail}</p>
      ))}
      <BookAgain failure={failure} />
      <Missing failure={failure} />
    </Note>
  )
}

function BookAgain({ failure }: { readonly failure: ActionError }) {
  const again = findBookAgain(failure)
  const format = useFormat()
  const now = useNow()
  if (again === undefined) return null
  const time = format.dayTime(mustInstant(again.book_again_at), { zone: phoneZone(), now, inSentence: true })
  return (
    <p>
      <Trans>You can book again {time}.</Trans>
    </p>
  )
}

/** Says how much the wallet lacks. A guest may top up too, but only to pay for the end of a stay. */
function Missing({ failure }: { readonly failure: ActionError }) {
  const shortfall = findShortfall(failure)
  const format = useFormat()
  if (shortfall === undefined) return null
  const { currency } = shortfall
  const missing = format.money({ amountMinor: shortfall.missing, currency })
  return (
    <p>
      <Trans>You need {missing} more in your wallet</Trans>{' '}
      <Link to={routes.addFunds.href(Math.max(shortfall.missing, PAYMENT_RANGE[currency].minimumMinor))}>
        <Trans>Top up</Trans>
      </Link>
    </p>
  )
}

export const InputKept = () => <Trans>What you entered is kept.</Trans>

function StorageText({ reason }: { readonly reason: StorageReason }) {
  if (reason === 'full') return <Trans>This phone is full. Free up some space, then try again.</Trans>
  if (reason === 'outdated') return <Trans>A newer version is open in another tab. Reload the page to continue.</Trans>
  return <Trans>This browser’s storage isn’t responding. Reload the page, then try again.</Trans>
}

function SignedOutNote() {
  const { pathname, search } = useLocation()
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Sign in again</Trans>} role="alert">
      <Trans>You’ve been signed out. You can still read what’s saved on this phone.</Trans>{' '}
      <Link to={routes.login.href(`${pathname}${search}`)}>
        <Trans>Sign in</Trans>
      </Link>
    </Note>
  )
}
