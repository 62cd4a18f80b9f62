// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeCompany } from '../../actions/companies.online.ts'
import type { CompanyDetail } from '../../contract/companies.ts'
import type { CompanyRole } from '../../domain/company.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { checkEmail, emailOf, type FieldProblem, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { readMoney } from '../../parts/read-amount.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface MemberFormProps {
  readonly company: CompanyDetail
  readonly onChanged: () => void
}

type Field = 'email' | 'booking_limit' | 'month_limit'

/** Returns minor units, null for no limit, undefined when invalid. */
function readLimit(form: FormData, field: Field, currency: Currency): number | null | undefined {
  const typed = rawTextOf(form, field).trim()
  if (typed === '') return null
  const read = readMoney(typed, currency)
  return read.ok && read.value > 0 ? read.value : undefined
}

/** Invites a member by address, or changes an existing member's role and limits. */
export function MemberForm({ company: { company_id: companyId, currency }, onChanged }: MemberFormProps) {
  const { t } = useLingui()
  const symbol = useFormat().symbol(currency)
  const [role, setRole] = useState<CompanyRole>('driver')
  const [saved, setSaved] = useState<string | null>(null)
  const { problems, failure, isBusy, onSubmit } = useSubmit<Field, FieldProblem | 'amount', CompanyDetail>({
    check: (form) => {
      const email = checkEmail(rawTextOf(form, 'email'))
      const wrong = (['booking_limit', 'month_limit'] as const).filter(
        (field) => readLimit(form, field, currency) === undefined,
      )
      return {
        ...(email === undefined ? {} : { email }),
        ...Object.fromEntries(wrong.map((field) => [field, 'amount' as const])),
      }
    },
    send: (form) => {
      const limits = {
        booking_limit: readLimit(form, 'booking_limit', currency) ?? null,
        month_limit: readLimit(form, 'month_limit', currency) ?? null,
      }
      return changeCompany({ kind: 'put', companyId, member: { email: emailOf(form, 'email'), role, ...limits } })
    },
    onDone: (_company, form) => {
      setSaved(emailOf(form, 'email'))
      onChanged()
    },
  })
  const limitProps = (field: Field) => ({
    ...({ name: field, inputMode: 'decimal', autoComplete: 'off' } as const),
    ...(problems[field] === undefined ? {} : { error: <Trans>Enter an amount, such as 20.</Trans> }),
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate>
      <h3>
        <Trans>Add or change somebody</Trans>
      </h3>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="off"
        dir="ltr"
        hint={t`The email of their Baywise account.`}
        {...(problems.email === undefined || problems.email === 'amount'
          ? {}
          : { error: <FieldProblemText problem={problems.email} /> })}
      />
      <Segmented
        legend={<Trans>Role</Trans>}
        value={role}
        options={[
          { value: 'driver', label: <Trans>Driver</Trans> },
          { value: 'admin', label: <Trans>Administrator</Trans> },
        ]}
        onChange={setRole}
      />
      <TextField
        label={t`Most for one booking, in ${symbol}`}
        hint={t`Empty: no limit.`}
        {...limitProps('booking_limit')}
      />
      <TextField label={t`Most in a month, in ${symbol}`} hint={t`Empty: no limit.`} {...limitProps('month_limit')} />
      {saved !== null && (
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          <Trans>Saved for {saved}. Whoever is new gets an email.</Trans>
        </Note>
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Saving`} hasInput />}
      <OnlineButton doing={t`Saving`} type="submit" wide busy={isBusy} busyLabel={<Trans>Saving…</Trans>}>
        <Trans>Save</Trans>
      </OnlineButton>
    </form>
  )
}
