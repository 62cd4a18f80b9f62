// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { aboutOf } from '../../actions/operator-day.online.ts'
import { loadReviews } from '../../actions/operator-reviews.online.ts'
import type { ReviewListKind } from '../../contract/operator-reviews.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import { ReviewCard } from './review-card.tsx'
import type { SectionProps } from './sections.tsx'

/** Reviews of the organisation's car parks; the operator can answer them and report improper ones to Baywise. */
export function ReviewsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const [show, setShow] = useState<ReviewListKind>('all')
  const [number, setNumber] = useState(1)
  const { value: list, failure, reload } = useLoaded(loadReviews, aboutOf(show, String(number)))
  const nameOf = (code: string): string => operator.parks?.find((park) => park.code === code)?.name ?? code
  return (
    <>
      <section className={page.card}>
        <h2>
          <Trans>Reviews</Trans>
        </h2>
        <p>
          <Trans>Only Baywise hides reviews. Report one that breaks the rules, and a person decides.</Trans>
        </p>
        <Segmented
          legend={<Trans>Show</Trans>}
          value={show}
          options={[
            { value: 'all', label: <Trans context="reviews">All</Trans> },
            { value: 'reported', label: <Trans context="reviews">Reported</Trans> },
            { value: 'hidden', label: <Trans context="reviews">Hidden</Trans> },
          ]}
          onChange={(chosen) => {
            setShow(chosen)
            setNumber(1)
          }}
        />
      </section>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Loading reviews`} />}
      {list === null && failure === null && <Skeleton size="card" width="full" />}
      {list?.items.length === 0 && (
        <p>
          <Trans>No reviews here.</Trans>
        </p>
      )}
      {list?.items.map((review) => (
        <ReviewCard key={review.review_id} review={review} parkName={nameOf(review.park_code)} onChanged={reload} />
      ))}
      {list !== null && list.pages > 1 && (
        <ButtonRow>
          {number > 1 && (
            <Button kind="secondary" size="small" onClick={() => setNumber(number - 1)}>
              <Trans>Newer reviews</Trans>
            </Button>
          )}
          {number < list.pages && (
            <Button kind="secondary" size="small" onClick={() => setNumber(number + 1)}>
              <Trans>Older reviews</Trans>
            </Button>
          )}
        </ButtonRow>
      )}
    </>
  )
}
