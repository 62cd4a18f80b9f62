// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadOwed } from '../../../actions/operator-money.online.ts'
import type { OwedPark } from '../../../contract/operator-money.ts'
import { useFormat } from '../../../i18n/format.ts'
import { checkEntry, findProblems } from '../../../parts/field-checks.ts'
import { FieldProblemText } from '../../../parts/field-problem-text.tsx'
import { readMoney } from '../../../parts/read-amount.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import type { SectionProps } from '../sections.tsx'
import { ActForm, type ActProblems, textOf } from './act-form.tsx'

const MAX_TRANSFER = 60

/** The amounts owed to car parks, and the transfers made to their operators. */
export function PayoutsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const { value: owed, failure, reload } = useLoaded(loadOwed, operator.organisation?.id ?? '')
  return (
    <>
      <h2>
        <Trans>Owed to car parks</Trans>
      </h2>
      <p>
        <Trans>Transfers are made at your bank. Note each one here, once.</Trans>
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing what is owed`} />}
      {owed === null && failure === null && <Skeleton size="card" width="full" />}
      {owed?.length === 0 && (
        <p>
          <Trans>Nothing is owed.</Trans>
        </p>
      )}
      {owed?.map((park) => (
        <OwedCard key={`${park.park} ${park.currency}`} owed={park} onDone={reload} />
      ))}
    </>
  )
}

function OwedCard({ owed, onDone }: { readonly owed: OwedPark; readonly onDone: () => void }) {
  const { park, name, payable, currency } = owed
  const { t } = useLingui()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const amountOf = (form: FormData) => readMoney(textOf(form, 'amount'), currency)
  const check = (form: FormData): ActProblems => {
    const amount = amountOf(form)
    return findProblems({
      amount: amount.ok && amount.value > 0 && amount.value <= payable ? undefined : 'amount',
      transfer: checkEntry(textOf(form, 'transfer'), MAX_TRANSFER),
    })
  }
  return (
    <article className={page.card}>
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className={page.muted}>{park}</p>
        <p className={page.total}>{format.money({ amountMinor: payable, currency })}</p>
      </div>
      {!isOpen && (
        <ButtonRow>
          <Button kind="secondary" size="small" onClick={() => setOpen(true)}>
            <Trans>Note a transfer</Trans>
          </Button>
        </ButtonRow>
      )}
      {isOpen && (
        <ActForm
          label={t`Note a transfer`}
          check={check}
          toAct={(form) => {
            const amount = amountOf(form)
            return {
              ...{ action: 'payout.record', park, currency, reference: textOf(form, 'transfer') },
              amount: amount.ok ? amount.value : 0,
            }
          }}
          renderFields={(problems) => (
            <>
              <TextField
                label={t`Amount`}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                error={problems['amount'] && <FieldProblemText problem={problems['amount']} />}
              />
              <TextField
                label={t`Reference of the transfer`}
                name="transfer"
                autoComplete="off"
                maxLength={MAX_TRANSFER}
                error={problems['transfer'] && <FieldProblemText problem={problems['transfer']} />}
              />
            </>
          )}
          onDone={() => {
            setOpen(false)
            onDone()
          }}
          onClose={() => setOpen(false)}
        >
          <Trans>What you note is no longer owed. It can’t be taken back.</Trans>
        </ActForm>
      )}
    </article>
  )
}
