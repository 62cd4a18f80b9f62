// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { answerReview, objectToReview } from '../../actions/operator-reviews.online.ts'
import type { OperatorReviewWire } from '../../contract/operator-reviews.ts'
import { mustInstant } from '../../domain/instant.ts'
import { REVIEW_REPORTS, REVIEW_TEXT_MAX, type ReviewReport } from '../../domain/review.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { plainTextOf } from '../../parts/field-checks.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { PhotoRow } from '../../parts/photos/photo-row.tsx'
import { StarsText } from '../../parts/reviews/stars-text.tsx'
import { useReportTexts } from '../../parts/reviews/use-report-texts.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'

export interface ReviewCardProps {
  readonly review: OperatorReviewWire
  readonly parkName: string
  readonly onChanged: () => void
}

/** A review, its moderation decision, and the operator's actions: answer and report. */
export function ReviewCard({ review, parkName, onChanged }: ReviewCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [shown, setShown] = useState<'answer' | 'report' | null>(null)
  const close = () => {
    setShown(null)
    onChanged()
  }
  return (
    <article className={page.card}>
      <div>
        <h3>
          <StarsText stars={review.stars} />
        </h3>
        <p className={page.muted}>
          <bdi>{parkName}</bdi> · {format.dayTime(mustInstant(review.created_at), { zone: phoneZone(), now })}
        </p>
      </div>
      {review.text !== null && (
        <p>
          <bdi>{review.text}</bdi>
        </p>
      )}
      {review.photo !== undefined && review.hidden === null && (
        <PhotoRow title={t`Photo with this review`} photos={[{ ...review.photo, text: t`Photo with this review` }]} />
      )}
      <ReviewState review={review} />
      {review.answer !== null && shown !== 'answer' && (
        <blockquote>
          <p className={page.muted}>
            <Trans>Your answer</Trans>
          </p>
          <p>
            <bdi>{review.answer}</bdi>
          </p>
        </blockquote>
      )}
      {shown === null && (
        <ButtonRow>
          <Button kind="secondary" size="small" onClick={() => setShown('answer')}>
            {review.answer === null ? <Trans>Answer</Trans> : <Trans>Change the answer</Trans>}
          </Button>
          {review.objection === null && review.hidden === null && (
            <Button kind="plain" size="small" onClick={() => setShown('report')}>
              <Trans>Report to Baywise</Trans>
            </Button>
          )}
        </ButtonRow>
      )}
      {shown === 'answer' && <AnswerForm review={review} onClose={() => setShown(null)} onDone={close} />}
      {shown === 'report' && <ReportForm reviewId={review.review_id} onClose={() => setShown(null)} onDone={close} />}
    </article>
  )
}

function ReviewState({ review: { hidden, objection, reports } }: { readonly review: OperatorReviewWire }) {
  const texts = useReportTexts()
  const told = reports.map(({ kind, count }) => `${texts[kind]} (${String(count)})`).join(', ')
  return (
    <>
      {told !== '' && (
        <p className={page.muted}>
          <Trans>Reported by drivers: {told}</Trans>
        </p>
      )}
      {hidden !== null && (
        <p className={page.muted}>
          <Trans>
            Hidden by Baywise: <bdi>{hidden}</bdi>
          </Trans>
        </p>
      )}
      {objection !== null && hidden === null && (
        <p className={page.muted}>
          {objection.decided ? (
            <Trans>You reported it. Baywise looked at it and left it.</Trans>
          ) : (
            <Trans>You reported it. A person looks at it.</Trans>
          )}
        </p>
      )}
    </>
  )
}

interface FormProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

const Cancel = ({ onClose }: Pick<FormProps, 'onClose'>) => (
  <Button kind="plain" size="small" onClick={onClose}>
    <Trans>Cancel</Trans>
  </Button>
)

function AnswerForm({ review, onClose, onDone }: FormProps & { readonly review: OperatorReviewWire }) {
  const { t } = useLingui()
  const { review_id: id, answer } = review
  const removal = useSingleFlight(onDone)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): Partial<Record<'answer', true>> => (plainTextOf(form, 'answer') === '' ? { answer: true } : {}),
    send: (form) => answerReview(id, plainTextOf(form, 'answer')),
    onDone,
  })
  const failed = failure ?? removal.failure
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate>
      <TextArea
        label={t`Answer, for all to read`}
        name="answer"
        defaultValue={answer ?? ''}
        maxLength={REVIEW_TEXT_MAX}
        error={problems.answer && <Trans>Enter the answer.</Trans>}
      />
      {failed !== null && <ConsoleFailure failure={failed} doing={t`Answering the review`} hasInput />}
      <ButtonRow>
        <OnlineButton doing={t`Answering the review`} type="submit" size="small" busy={isBusy}>
          <Trans>Publish answer</Trans>
        </OnlineButton>
        {answer !== null && (
          <OnlineButton
            doing={t`Answering the review`}
            kind="secondary"
            size="small"
            busy={removal.isBusy}
            onClick={() => void removal.run(() => answerReview(id, null))}
          >
            <Trans>Delete answer</Trans>
          </OnlineButton>
        )}
        <Cancel onClose={onClose} />
      </ButtonRow>
    </form>
  )
}

function ReportForm({ reviewId, onClose, onDone }: FormProps & { readonly reviewId: string }) {
  const { t } = useLingui()
  const texts = useReportTexts()
  const [kind, setKind] = useState<ReviewReport>('offensive')
  const { failure, isBusy, onSubmit } = useSubmit<never, never, unknown>({
    check: () => ({}),
    send: () => objectToReview(reviewId, kind),
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate>
      <SelectField
        label={t`What is wrong?`}
        value={kind}
        onChange={({ currentTarget: { value } }) => setKind(REVIEW_REPORTS.find((one) => one === value) ?? 'offensive')}
      >
        {REVIEW_REPORTS.map((one) => (
          <option key={one} value={one}>
            {texts[one]}
          </option>
        ))}
      </SelectField>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Reporting the review`} hasInput />}
      <ButtonRow>
        <OnlineButton doing={t`Reporting the review`} type="submit" size="small" busy={isBusy}>
          <Trans>Send report</Trans>
        </OnlineButton>
        <Cancel onClose={onClose} />
      </ButtonRow>
    </form>
  )
}
