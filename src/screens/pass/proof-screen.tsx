// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { type CheckedProof, loadProof } from '../../actions/proofs.online.ts'
import { routes } from '../../config/routes.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { saveJsonFile } from '../../parts/save-file.ts'
import { useBooking } from '../../queries/use-bookings.ts'
import { useTransactions } from '../../queries/use-transactions.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon, DownloadIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { InfoIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './pass.module.css'
import { ProofPaper } from './proof-paper.tsx'
import { type Proof, proofOfMirror } from './proof.ts'
import { useAttempts } from './use-attempts.ts'

/** /booking-details/{code}/proof: evidence for a dispute, on one printable page. */
export default function ProofScreen() {
  const { t } = useLingui()
  const { bookingCode = '' } = useParams()
  const saved = useSavedProof(bookingCode)
  const [answer, setAnswer] = useState<Result<CheckedProof, ActionError> | null>(null)
  useEffect(() => {
    let isCurrent = true
    void loadProof(bookingCode).then((loaded) => {
      if (isCurrent) setAnswer(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [bookingCode])
  const signed = answer?.ok === true ? answer.value : null
  const proof = signed?.proof ?? saved
  const attempts = useAttempts(proof?.booking ?? null)
  return (
    <div className={styles.page} data-theme="light" aria-busy={proof === null && answer === null}>
      <div className={styles.more}>
        <PageHead
          back={
            <Link to={routes.booking.href(bookingCode)} {...iconButtonLook()} aria-label={t`Back`} data-screen-only>
              <ChevronStartIcon />
            </Link>
          }
          title={<Trans>Proof of payment</Trans>}
          detail={bookingCode}
        />
        {proof === null && answer === null && <Skeleton size="card" width="full" />}
        {answer?.ok === false && proof === null && <FailureNote failure={answer.error} doing={t`Opening this page`} />}
        {answer?.ok === false && proof !== null && <FromPhone />}
        {proof !== null && <ProofPaper proof={proof} attempts={attempts} signed={signed} />}
        {proof !== null && <Ways code={bookingCode} signed={signed} />}
      </div>
    </div>
  )
}

/** Builds the proof from saved data, without a request. */
function useSavedProof(code: string): Proof | null {
  const booking = useBooking(code)
  const saved = booking.status === 'ready' ? booking.value : null
  const transactions = useTransactions(saved?.currency ?? 'CAD')
  if (saved === null || transactions.status === 'loading') return null
  return proofOfMirror(saved, transactions.value)
}

function FromPhone() {
  return (
    <Note icon={<InfoIcon size={24} />} title={<Trans>Not everything is here</Trans>} role="status">
      <Trans>
        This is what’s on your phone. Gate records, payment attempts and Baywise’s signature need a connection.
      </Trans>
    </Note>
  )
}

function Ways({ code, signed }: { readonly code: string; readonly signed: CheckedProof | null }) {
  return (
    <div className={styles.ways} data-screen-only>
      <Button wide icon={<ReceiptIcon />} onClick={() => window.print()}>
        <Trans>Print or save as PDF</Trans>
      </Button>
      {signed !== null && (
        <Button
          wide
          kind="secondary"
          icon={<DownloadIcon />}
          onClick={() => saveJsonFile(`baywise-${code}.json`, JSON.stringify(signed.signed))}
        >
          <Trans>Save the signed file</Trans>
        </Button>
      )}
      <Link to={routes.activity.href()} {...buttonLook({ kind: 'secondary', wide: true })}>
        <Trans>Your requests: Activity</Trans>
      </Link>
    </div>
  )
}
