// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { toImmediateResult } from '../../actions/requests.ts'
import { writeReview } from '../../actions/reviews.ts'
import { type Review, REVIEW_TEXT_MAX, STARS, type Stars } from '../../domain/review.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { readTabText, removeTabText, writeTabText } from '../../lib/session-storage.ts'
import type { BookingView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceTiles } from '../../ui/choice-tiles.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FailureNote } from '../failure-note.tsx'
import styles from '../parts.module.css'
import { photoSource, SmallPhotoField } from '../small-photo-field.tsx'
import { useSubmit } from '../use-submit.ts'
import type { SaidReview } from './said-review.tsx'

export interface ReviewDialogProps {
  readonly booking: BookingView
  /** The existing review, or the one still to be sent. */
  readonly said: SaidReview | null
  /** The photo of the unsent review, which the new one replaces. */
  readonly waiting: Review['photo']
  readonly onClose: () => void
}

/** Keeps the typed text across reloads: the phone may be locked meanwhile. */
function useKeptText(bookingId: string, said: string) {
  const key = `review-${bookingId}`
  const [text, setText] = useState(() => readTabText(key) ?? said)
  const change = (next: string) => {
    setText(next)
    writeTabText(key, next)
  }
  return { text, change, forget: () => removeTabText(key) }
}

/** Stars, and optionally text. Works offline. */
export function ReviewDialog({ booking, said, waiting, onClose }: ReviewDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const kept = useKeptText(booking.booking_id, said?.text ?? '')
  const [stars, setStars] = useState<Stars | null>(said?.stars ?? null)
  // Undefined: the existing photo stays.
  const [photo, setPhoto] = useState(waiting)
  const [isPreparing, setPreparing] = useState(false)
  const shown = photo === undefined ? (said?.photo ?? null) : photo === null ? null : photoSource(photo.jpeg)
  const { problems, failure, isBusy, onSubmit } = useSubmit<'stars', 'empty', unknown>({
    check: () => (stars === null ? { stars: 'empty' } : {}),
    send: async () =>
      toImmediateResult(
        await writeReview({
          ...{ booking, stars: stars ?? 1, text: kept.text },
          ...(photo === undefined ? {} : { photo }),
        }),
      ),
    onDone: () => {
      kept.forget()
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Your review</Trans>}
      foot={
        <Button
          type="submit"
          form={formId}
          wide
          busy={isBusy || isPreparing}
          busyLabel={isPreparing ? <Trans>Preparing…</Trans> : <Trans>Sending…</Trans>}
        >
          <Trans>Send review</Trans>
        </Button>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
        <ChoiceTiles
          label={t`Stars`}
          tiles={STARS.map((count) => ({
            key: String(count),
            label: `${count} ★`,
            on: stars === count,
            onChoose: () => setStars(count),
          }))}
        />
        {problems.stars !== undefined && stars === null && (
          <p className={styles.bad} role="alert">
            <Trans>Choose one to five stars.</Trans>
          </p>
        )}
        <TextArea
          name="text"
          label={t`Your words (optional)`}
          hint={t`Up to ${REVIEW_TEXT_MAX} characters, for all to read. Leave out names and plates.`}
          maxLength={REVIEW_TEXT_MAX}
          value={kept.text}
          onChange={({ currentTarget }) => kept.change(currentTarget.value)}
        />
        <SmallPhotoField
          label={<Trans>Add a photo, for all to see</Trans>}
          photo={shown}
          onBusy={setPreparing}
          onPhoto={(jpeg) => setPhoto(jpeg === null ? null : { id: uuid7(), jpeg })}
        />
        {failure !== null && <FailureNote failure={failure} doing={t`Sending`} />}
      </form>
    </Modal>
  )
}
