// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../actions/failures.ts'
import { toImmediateResult } from '../../actions/requests.ts'
import { takeReviewBack } from '../../actions/reviews.ts'
import { routes } from '../../config/routes.ts'
import { REVIEW_DAYS, type Review, reviewableNow } from '../../domain/review.ts'
import { type BookingView, type OutboxView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { STANDING, useOutbox } from '../../queries/use-outbox.ts'
import { useSession } from '../../queries/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { OctagonCrossIcon, SignalClockIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { EndedText } from '../ended-text.tsx'
import { FailureNote } from '../failure-note.tsx'
import styles from '../parts.module.css'
import { useNow } from '../use-now.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { Said, type SaidReview, toBeSaid, toSaid } from './said-review.tsx'

interface Asked {
  readonly view: OutboxView
  readonly review: Review | null
}

/** Returns the latest review request for this stay that is not settled; undefined when there is none. */
function useAsked(stay: string): Asked | undefined {
  const outbox = useOutbox()
  const views = outbox.status === 'ready' ? outbox.value : []
  for (const view of views) {
    const { command, state } = view
    if (command?.kind !== 'review.set' || command.stay !== stay || state === 'discarded') continue
    return STANDING[state] === 'over' ? undefined : { view, review: command.review }
  }
  return undefined
}

export interface OwnReviewProps {
  readonly booking: BookingView
}

/** The driver's review of a finished stay and its state; renders nothing when no review is allowed. */
export default function OwnReview({ booking }: OwnReviewProps) {
  const session = useSession()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const asked = useAsked(booking.booking_id)
  const held = booking.review ?? null
  const isOpenNow = reviewableNow(booking, now) === 'open'
  const isGuest = session.status !== 'ready' || session.value === null || session.value.user.guest === true
  if (isGuest || (!isOpenNow && held === null && asked === undefined)) return null
  const wanted = asked?.review ?? null
  const shown = asked === undefined ? toSaid(held) : wanted === null ? null : toBeSaid(wanted, held)
  return (
    <section className={styles.stack}>
      <h2>
        <Trans>Your review</Trans>
      </h2>
      {shown === null ? null : <Said review={shown} />}
      {asked !== undefined && <Standing asked={asked} />}
      {held !== null && held.hidden !== null && (
        <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={<Trans>Hidden: only you see it</Trans>}>
          <p>{held.hidden}</p>
        </Note>
      )}
      {shown === null && isOpenNow && (
        <p className={styles.small}>
          <Trans>How was this car park? You can say it for {REVIEW_DAYS} days after your stay.</Trans>
        </p>
      )}
      <Buttons booking={booking} mayWrite={isOpenNow} shown={shown} onWrite={() => setOpen(true)} />
      {isOpen && <ReviewDialog booking={booking} said={shown} waiting={wanted?.photo} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Says whether the review is still on the phone or was refused, and why; the text is kept. */
function Standing({ asked: { view, review } }: { readonly asked: Asked }) {
  const isOffline = useConnection().state === 'offline'
  const activity = (
    <Link to={routes.activity.href()}>
      <Trans>See your requests</Trans>
    </Link>
  )
  if (STANDING[view.state] === 'refused') {
    const failure = failureOf(view)
    // A request that is too old to ask about may have been carried out.
    const title = failure?.kind === 'too_old' ? <Trans>Not confirmed</Trans> : <Trans>Not sent</Trans>
    return (
      <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={title} role="alert">
        {failure !== null && (
          <p>
            <EndedText failure={failure} />
          </p>
        )}
        <p>{activity}</p>
      </Note>
    )
  }
  const title: ReactNode = isOffline ? (
    <Trans>Will be sent when the signal is back</Trans>
  ) : (
    <Trans>Waiting to be sent</Trans>
  )
  return (
    <Note tone="amber" icon={<SignalClockIcon size={24} />} title={title} role="status">
      {review === null && (
        <p>
          <Trans>Your review will be deleted.</Trans>
        </p>
      )}
      <p>{activity}</p>
    </Note>
  )
}

interface ButtonsProps {
  readonly booking: BookingView
  readonly mayWrite: boolean
  readonly shown: SaidReview | null
  readonly onWrite: () => void
}

function Buttons({ booking, mayWrite, shown, onWrite }: ButtonsProps) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  return (
    <>
      <ButtonRow>
        {mayWrite && (
          <Button kind="secondary" aria-haspopup="dialog" onClick={onWrite}>
            {shown === null ? <Trans>Write a review</Trans> : <Trans>Change review</Trans>}
          </Button>
        )}
        {shown !== null && booking.review !== undefined && (
          <Button
            kind="secondary"
            busy={isBusy}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() => void run(async () => toImmediateResult(await takeReviewBack(booking)))}
          >
            <Trans>Delete review</Trans>
          </Button>
        )}
      </ButtonRow>
      {failure !== null && <FailureNote failure={failure} doing={t`Deleting the review`} />}
    </>
  )
}
