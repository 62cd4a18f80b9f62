// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadCases } from '../../../actions/operator-money.online.ts'
import type { MoneyCases } from '../../../contract/operator-money.ts'
import { mustInstant } from '../../../domain/instant.ts'
import { isCurrency, type Money } from '../../../domain/money.ts'
import { useFormat } from '../../../i18n/format.ts'
import { phoneZone } from '../../../lib/phone-zone.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { useNow } from '../../../parts/use-now.ts'
import type { Fact } from '../../../ui/fact-list.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import type { SectionProps } from '../sections.tsx'
import { CaseCard } from './case-card.tsx'

/** Money cases that need a person's decision, with the possible actions. */
export function CasesSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const { value: cases, failure, reload } = useLoaded(loadCases, operator.organisation?.id ?? '')
  const isEmpty = cases !== null && Object.values(cases).every(({ length }) => length === 0)
  return (
    <>
      <h2>
        <Trans>Money cases</Trans>
      </h2>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing money cases`} />}
      {cases === null && failure === null && <Skeleton size="card" width="full" />}
      {isEmpty && (
        <p>
          <Trans>Nothing waits for you.</Trans>
        </p>
      )}
      {cases !== null && (
        <>
          <Refunds refunds={cases.refunds} onDone={reload} />
          <Mismatches mismatches={cases.mismatches} onDone={reload} />
          <Disputes disputes={cases.disputes} onDone={reload} />
          <Debts debts={cases.debts} onDone={reload} />
        </>
      )}
    </>
  )
}

type Mismatch = MoneyCases['mismatches'][number]

interface OnDone {
  readonly onDone: () => void
}

interface AboutPayment {
  readonly reference: string
  readonly gateway: string | null
  readonly email: string
  readonly since: string
}

function usePaymentFacts(): (about: AboutPayment) => readonly Fact[] {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  return ({ reference, gateway, email, since }) => [
    [t`Payment`, reference],
    [t`Payment service`, gateway ?? '–'],
    [t`Driver`, email],
    [t`Since`, format.dayTime(mustInstant(since), { zone: phoneZone(), now })],
  ]
}

function Refunds({ refunds, onDone }: Pick<MoneyCases, 'refunds'> & OnDone) {
  const { t } = useLingui()
  const factsOf = usePaymentFacts()
  return refunds.map((refund) => {
    const { reference, withdrawal, amount, currency } = refund
    return (
      <CaseCard
        key={`${reference} ${withdrawal}`}
        title={<Trans>Refund without an answer</Trans>}
        money={{ amountMinor: amount, currency }}
        facts={factsOf(refund)}
        onDone={onDone}
        choices={[
          {
            label: t`It was paid out`,
            words: (
              <Trans>
                The payment service’s own pages show this refund as paid. It ends here, and nothing goes back.
              </Trans>
            ),
            act: { action: 'refund.paid', reference, withdrawal },
          },
          {
            label: t`It was not paid out`,
            words: (
              <Trans>
                The payment service’s own pages don’t have this refund, or show that it was refused. It’s in the wallet
                again.
              </Trans>
            ),
            act: { action: 'refund.failed', reference, withdrawal },
          },
        ]}
      />
    )
  })
}

/** Returns null for a currency we do not support: its minor unit is unknown. */
const toOwnMoney = ({ amount: amountMinor, currency }: NonNullable<Mismatch['taken']>): Money | null =>
  isCurrency(currency) ? { amountMinor, currency } : null

function Mismatches({ mismatches, onDone }: Pick<MoneyCases, 'mismatches'> & OnDone) {
  const { t } = useLingui()
  const format = useFormat()
  const factsOf = usePaymentFacts()
  return mismatches.map((payment) => {
    const { reference, amount, currency, taken } = payment
    const money = taken === null ? null : toOwnMoney(taken)
    const facts: readonly Fact[] = [
      [t`Requested amount`, format.money({ amountMinor: amount, currency })],
      ...(money === null ? [[t`Amount taken`, taken?.currency ?? '–'] as const] : []),
      ...factsOf(payment),
    ]
    return (
      <CaseCard
        key={reference}
        title={<Trans>The payment service took another amount</Trans>}
        money={money}
        facts={facts}
        onDone={onDone}
        choices={[
          {
            label: t`Credit what was taken`,
            words: <Trans>The payment service is asked again, and what it says that it took is credited.</Trans>,
            act: { action: 'payment.credit', reference },
          },
          {
            label: t`Close without a credit`,
            words: (
              <Trans>You gave it back on the payment service’s own pages, or it’s nothing. No money moves here.</Trans>
            ),
            act: { action: 'payment.close', reference },
          },
        ]}
      />
    )
  })
}

function Disputes({ disputes, onDone }: Pick<MoneyCases, 'disputes'> & OnDone) {
  const { t } = useLingui()
  const format = useFormat()
  const factsOf = usePaymentFacts()
  return disputes.map((dispute) => {
    const { reference, amount, currency, booked, kind } = dispute
    const off: Fact = [t`Off the wallet`, format.money({ amountMinor: booked, currency })]
    return (
      <CaseCard
        key={`${reference} ${kind}`}
        title={kind === 'dispute' ? <Trans>Chargeback</Trans> : <Trans>Payment taken back</Trans>}
        money={{ amountMinor: amount, currency }}
        facts={[...factsOf(dispute), off]}
        onDone={onDone}
        choices={[
          {
            label: t`Ask the payment service now`,
            words: (
              <Trans>
                Answer it on the payment service’s own pages. What the payment service says now is booked at once.
              </Trans>
            ),
            act: { action: 'payment.ask', reference },
          },
        ]}
      />
    )
  })
}

function Debts({ debts, onDone }: Pick<MoneyCases, 'debts'> & OnDone) {
  const { t } = useLingui()
  return debts.map(({ email, currency, balance }) => (
    <CaseCard
      key={`${email} ${currency}`}
      title={<Trans>Wallet below zero</Trans>}
      money={{ amountMinor: balance, currency }}
      facts={[[t`Driver`, email]]}
      onDone={onDone}
      choices={[
        {
          label: t`Write it off`,
          words: (
            <Trans>
              The wallet is at zero again, at your cost. Otherwise the driver fills it before they book again.
            </Trans>
          ),
          act: { action: 'debt.write_off', email, currency },
        },
      ]}
    />
  ))
}
