// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addCompanyFunds, changeCompany, loadCompany } from '../../actions/companies.online.ts'
import type { CompanyDetail } from '../../contract/companies.ts'
import { useFormat } from '../../i18n/format.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { rawTextOf } from '../../parts/field-checks.ts'
import { useLimitText } from '../../parts/limit-text.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { type AmountProblem, readAmount } from '../../parts/read-amount.ts'
import { AskRemoval } from '../../parts/ask-removal.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { figureFit } from '../../ui/figure-fit.ts'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import text from '../../ui/text.module.css'
import { ProblemText } from './add-funds-form.tsx'
import { CompanyStatementSection } from './company-statement.tsx'
import { MemberForm } from './member-form.tsx'
import styles from './wallet.module.css'

type Member = CompanyDetail['members'][number]

/** A company's wallet, members and statement, for its managers. */
export function CompanyAdmin({ companyId }: { readonly companyId: string }) {
  const { t } = useLingui()
  const { value, failure, reload } = useLoaded(loadCompany, companyId)
  if (value === null)
    return failure === null ? (
      <Skeleton size="card" width="full" />
    ) : (
      <FailureNote failure={failure} doing={t`Loading the business account`} />
    )
  return (
    <>
      <Funds company={value} />
      <People company={value} onChanged={reload} />
      <MemberForm company={value} onChanged={reload} />
      <Plates company={value} onChanged={reload} />
      <CompanyStatementSection companyId={companyId} name={value.name} />
    </>
  )
}

function Funds({ company: { company_id: companyId, balance, currency } }: { readonly company: CompanyDetail }) {
  const { t } = useLingui()
  const format = useFormat()
  const openPayPage = useOpenPayPage()
  const [formId] = useState(() => uuid7())
  const symbol = format.symbol(currency)
  const total = format.money({ amountMinor: balance, currency })
  const amountOf = (form: FormData) => readAmount(rawTextOf(form, 'amount'), currency)
  const { problems, failure, isBusy, onSubmit } = useSubmit<'amount', AmountProblem, { readonly payment_info: object }>(
    {
      check: (form) => {
        const read = amountOf(form)
        return read.ok ? {} : { amount: read.error }
      },
      send: (form) => {
        const read = amountOf(form)
        return addCompanyFunds({ companyId, amount: read.ok ? read.value : 0, form: formId })
      },
      onDone: ({ payment_info: info }) => void openPayPage(info),
    },
  )
  return (
    <section className={styles.card}>
      <div>
        <h3 className={text.muted}>
          <Trans>In the company’s wallet</Trans>
        </h3>
        <p className={`${text.figure} ${styles.balance}`} data-fit={figureFit(total)}>
          {total}
        </p>
      </div>
      <form className={parts.form} onSubmit={onSubmit} noValidate>
        <TextField
          label={t`Amount in ${symbol}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={problems.amount && <ProblemText problem={problems.amount} currency={currency} />}
        />
        {failure !== null && <FailureNote failure={failure} doing={t`Topping up`} hasInput />}
        <OnlineButton
          doing={t`Topping up`}
          type="submit"
          wide
          busy={isBusy}
          busyLabel={<Trans>Opening the payment page…</Trans>}
        >
          <Trans>Top up the company’s wallet</Trans>
        </OnlineButton>
      </form>
    </section>
  )
}

interface PeopleProps {
  readonly company: CompanyDetail
  readonly onChanged: () => void
}

function People({ company, onChanged }: PeopleProps) {
  const { t } = useLingui()
  const removal = useSingleFlight(onChanged)
  const { company_id: companyId, members } = company
  return (
    <section className={parts.form}>
      <h3>
        <Trans>People</Trans>
      </h3>
      {removal.failure !== null && <FailureNote failure={removal.failure} doing={t`Removing somebody`} />}
      <RowList label={t`People`}>
        {members.map((member) => (
          <li key={member.member_id}>
            <MemberRow
              company={company}
              member={member}
              isBusy={removal.isBusy}
              onRemove={() =>
                void removal.run(() => changeCompany({ kind: 'remove', companyId, memberId: member.member_id }))
              }
            />
          </li>
        ))}
      </RowList>
    </section>
  )
}

function Plates({ company: { company_id: companyId, plates }, onChanged }: PeopleProps) {
  const { t } = useLingui()
  const [isSaved, setSaved] = useState(false)
  const { failure, isBusy, onSubmit } = useSubmit<'plates', true, CompanyDetail>({
    check: () => ({}),
    send: (form) => {
      const lines = rawTextOf(form, 'plates').split(/[\n,;]+/)
      const typed = lines.map((line) => line.trim()).filter((line) => line !== '')
      return changeCompany({ kind: 'plates', companyId, plates: typed })
    },
    onDone: () => {
      setSaved(true)
      onChanged()
    },
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} onInput={() => setSaved(false)} noValidate>
      <h3>
        <Trans>Vehicles</Trans>
      </h3>
      <TextArea
        label={t`Plates that the company pays for, one a line`}
        name="plates"
        rows={4}
        dir="ltr"
        defaultValue={plates.join('\n')}
        hint={t`Empty: any vehicle.`}
      />
      {isSaved && (
        <p role="status">
          <Trans>Saved.</Trans>
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Saving`} hasInput />}
      <OnlineButton
        doing={t`Saving`}
        type="submit"
        kind="secondary"
        wide
        busy={isBusy}
        busyLabel={<Trans>Saving…</Trans>}
      >
        <Trans>Save the vehicles</Trans>
      </OnlineButton>
    </form>
  )
}

interface MemberRowProps {
  readonly company: CompanyDetail
  readonly member: Member
  readonly isBusy: boolean
  readonly onRemove: () => void
}

function MemberRow({ company: { currency }, member, isBusy, onRemove }: MemberRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const limits = useLimitText()
  const { email, role, joined, month_spent: spentMinor } = member
  const spent = format.money({ amountMinor: spentMinor, currency })
  const facts = [
    role === 'admin' ? t`Administrator` : t`Driver`,
    joined ? t`${spent} this month` : t`Invited, not signed in yet`,
    limits({ ...member, currency }),
  ]
  return (
    <ListRow
      title={<bdi>{email}</bdi>}
      detail={facts.filter((fact) => fact !== '').join(' · ')}
      end={!member.is_you && <AskRemoval name={email} isBusy={isBusy} onRemove={onRemove} />}
    />
  )
}
