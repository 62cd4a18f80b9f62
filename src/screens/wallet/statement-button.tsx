// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { loadStatement } from '../../actions/wallet.online.ts'
import type { Currency } from '../../domain/money.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { saveFile } from '../../parts/save-file.ts'
import { useTransactionKindTexts } from '../../parts/transaction-kind-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons-action.tsx'
import { type StatementWords, toStatementCsv } from './statement-csv.ts'

function useStatementWords(): StatementWords {
  const { t } = useLingui()
  const kinds = useTransactionKindTexts()
  return {
    columns: [t`Time (UTC)`, t`Type`, t`Car park`, t`Amount`, t`Balance after`, t`Currency`, t`Booking`, t`Receipt`],
    kinds,
  }
}

/** Downloads all transactions as a spreadsheet file; offline only the saved ones, and says so. */
export default function StatementButton({ currency }: { readonly currency: Currency }) {
  const { t } = useLingui()
  const words = useStatementWords()
  const [isBusy, setBusy] = useState(false)
  const [isPartial, setPartial] = useState(false)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    const statement = await loadStatement(currency)
    setBusy(false)
    if (!statement.ok) {
      setFailure(statement.error)
      return
    }
    setPartial(!statement.value.isComplete)
    saveFile(`baywise-${currency}.csv`, toStatementCsv(statement.value.transactions, words), 'text/csv;charset=utf-8')
  }
  return (
    <>
      <Button
        kind="secondary"
        icon={<DownloadIcon />}
        busy={isBusy}
        busyLabel={<Trans>Preparing…</Trans>}
        onClick={() => void save()}
      >
        <Trans>Statement (CSV)</Trans>
      </Button>
      {isPartial && (
        <p className={parts.small} role="status">
          <Trans>No connection: the file contains what’s saved on this phone.</Trans>
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Preparing the statement`} />}
    </>
  )
}
