// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadMoreReviews, loadParkReviews } from '../../actions/park-reviews.online.ts'
import type { Park } from '../../contract/parks.ts'
import type { ReviewWire } from '../../contract/reviews.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { STANDING, useOutbox } from '../../queries/use-outbox.ts'
import { useParkReviews } from '../../queries/use-park-reviews.ts'
import { useSession } from '../../queries/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { FailureNote } from '../failure-note.tsx'
import { OnlineButton } from '../online-button.tsx'
import styles from '../parts.module.css'
import { RatingText } from '../rating.tsx'
import { SavedNote } from '../saved-note.tsx'
import { useNow } from '../use-now.ts'
import { useRefresh } from '../use-refresh.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { ReviewPhoto } from './review-photo.tsx'
import { ReportReview } from './report-review.tsx'
import { StarsText } from './stars-text.tsx'

const PAGE = 10

export interface ParkReviewsProps {
  readonly park: Park
}

/** Reviews by drivers who parked here, latest first; kept for reading offline. */
export default function ParkReviews({ park }: ParkReviewsProps) {
  const { t } = useLingui()
  const { failure } = useRefresh(loadParkReviews, park.id)
  const saved = useParkReviews(park.id)
  const list = saved.status === 'ready' ? saved.value : null
  const rating = list?.rating ?? park.rating
  if (list === null || saved.status !== 'ready') {
    return failure === null || park.rating === undefined ? null : (
      <section className={styles.stack}>
        <Heading />
        <FailureNote failure={failure} doing={t`Loading reviews`} />
      </section>
    )
  }
  if (list.items.length === 0) return null
  return (
    <section className={styles.stack}>
      <div className={styles.row}>
        <Heading />
        <RatingText rating={rating} />
      </div>
      <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
      <RowList label={t`Reviews`}>
        {list.items.map((review) => (
          <li key={review.review_id}>
            <ReviewRow review={review} park={park} />
          </li>
        ))}
      </RowList>
      {list.items.length < list.total && <More parkId={park.id} shown={list.items.length} />}
    </section>
  )
}

const Heading = () => (
  <h2>
    <Trans>Reviews</Trans>
  </h2>
)

function More({ parkId, shown }: { readonly parkId: number; readonly shown: number }) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  const page = Math.floor(shown / PAGE) + 1
  return (
    <>
      <OnlineButton
        doing={t`Loading reviews`}
        kind="secondary"
        size="small"
        busy={isBusy}
        onClick={() => void run(() => loadMoreReviews({ parkId, page }))}
      >
        <Trans>Show more</Trans>
      </OnlineButton>
      {failure !== null && <FailureNote failure={failure} doing={t`Loading reviews`} />}
    </>
  )
}

interface ReviewRowProps {
  readonly review: ReviewWire
  readonly park: Park
}

function ReviewRow({ review, park }: ReviewRowProps) {
  const format = useFormat()
  const now = useNow()
  const day = (time: string) => format.date(mustInstant(time), park.timezone, now)
  const { author, answer } = review
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <StarsText stars={review.stars} />
        <span className={styles.small}>
          {author ?? <Trans>A driver</Trans>}, {day(review.created_at)}
          {review.edited && (
            <>
              , <Trans>changed since</Trans>
            </>
          )}
        </span>
      </div>
      {review.text !== null && <p>{review.text}</p>}
      {review.photo !== undefined && <ReviewPhoto photo={review.photo} author={author} />}
      {answer !== null && (
        <blockquote>
          <p className={styles.small}>
            <Trans>Answer of the car park operator, {day(answer.at)}</Trans>
          </p>
          <p>{answer.text}</p>
        </blockquote>
      )}
      <Report reviewId={review.review_id} parkName={park.name} />
    </div>
  )
}

/** Reports another driver's review; requires an account. */
function Report({ reviewId, parkName }: { readonly reviewId: string; readonly parkName: string }) {
  const session = useSession()
  const bookings = useBookings()
  const outbox = useOutbox()
  const [isOpen, setOpen] = useState(false)
  const user = session.status === 'ready' ? session.value?.user : undefined
  const isOwn = bookings.status === 'ready' && bookings.value.some(({ review }) => review?.review_id === reviewId)
  if (user === undefined || user.guest === true || isOwn) return null
  const views = outbox.status === 'ready' ? outbox.value : []
  const told = views.find(
    ({ command, state }) => command?.kind === 'review.report' && command.reviewId === reviewId && state !== 'discarded',
  )
  const standing = told === undefined ? null : STANDING[told.state]
  if (standing === 'waiting') return <StatusBadge status="waiting" />
  if (standing === 'over') {
    return (
      <p className={styles.small}>
        <Trans>You reported it. A person looks at it.</Trans>
      </p>
    )
  }
  return (
    <>
      <div>
        <Button kind="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Trans>Report review</Trans>
        </Button>
      </div>
      {isOpen && <ReportReview reviewId={reviewId} parkName={parkName} onClose={() => setOpen(false)} />}
    </>
  )
}
