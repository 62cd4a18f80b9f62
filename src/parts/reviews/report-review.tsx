// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { toImmediateResult } from '../../actions/requests.ts'
import { reportReview } from '../../actions/reviews.ts'
import { REVIEW_REPORTS, type ReviewReport } from '../../domain/review.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FailureNote } from '../failure-note.tsx'
import styles from '../parts.module.css'
import { useSubmit } from '../use-submit.ts'
import { useReportTexts } from './use-report-texts.ts'

const isReason = (text: string): text is ReviewReport => REVIEW_REPORTS.some((reason) => reason === text)

export interface ReportReviewProps {
  readonly reviewId: string
  readonly parkName: string
  readonly onClose: () => void
}

/** Asks why a review should be removed. A person looks at the report. */
export function ReportReview({ reviewId, parkName, onClose }: ReportReviewProps) {
  const { t } = useLingui()
  const formId = useId()
  const [reason, setReason] = useState<ReviewReport>('offensive')
  const { failure, isBusy, onSubmit } = useSubmit<never, never, unknown>({
    check: () => ({}),
    send: async () => toImmediateResult(await reportReview({ reviewId, parkName, reason })),
    onDone: onClose,
  })
  const texts = useReportTexts()
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Report review</Trans>}
      foot={
        <Button type="submit" form={formId} wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
          <Trans>Send report</Trans>
        </Button>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
        <SelectField
          label={t`What is wrong?`}
          value={reason}
          onChange={({ currentTarget: { value } }) => {
            if (isReason(value)) setReason(value)
          }}
        >
          {REVIEW_REPORTS.map((one) => (
            <option key={one} value={one}>
              {texts[one]}
            </option>
          ))}
        </SelectField>
        {failure !== null && <FailureNote failure={failure} doing={t`Sending`} />}
      </form>
    </Modal>
  )
}
