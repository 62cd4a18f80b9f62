// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addPlan } from '../../../actions/operator-offers.online.ts'
import { loadParkTariff } from '../../../actions/operator-tariffs.online.ts'
import type { OperatorPlan } from '../../../contract/operator-plans.ts'
import { useFormat } from '../../../i18n/format.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { useSubmit } from '../../../parts/use-submit.ts'
import { FieldPair } from '../../../ui/field-box.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { OfferField, OfferTextFields, ParkChecks, PriceField } from '../offer-fields.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import { countryOfAll, type OfferProblems } from '../read-offer.ts'
import { checkPlan, readPlan } from './read-plan-form.ts'

interface PlanFormProps {
  readonly parks: readonly OwnPark[]
  readonly onAdded: (plan: OperatorPlan) => void
}

/** Adds a plan for the operator's own car parks; its price includes the taxes of the first of them. */
export function PlanForm({ parks, onAdded }: PlanFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [chosen, setChosen] = useState<readonly string[]>(parks.slice(0, 1).map(({ code }) => code))
  const { currency } = countryOfAll(chosen)
  const symbol = format.symbol(currency)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): OfferProblems => checkPlan(form, chosen),
    send: async (form) => {
      const there = await loadParkTariff(chosen[0] ?? '')
      return there.ok ? addPlan(readPlan(form, chosen), there.value.taxes) : there
    },
    onDone: ({ data }) => onAdded(data),
  })
  return (
    <form className={`${page.card} ${parts.form}`} onSubmit={onSubmit} noValidate aria-label={t`New plan`}>
      <h2>
        <Trans>New plan</Trans>
      </h2>
      <p>
        <Trans>Drivers pay it every month in advance, and pay less for each stay.</Trans>
      </p>
      <OfferTextFields problems={problems} />
      <PriceField problems={problems} currency={currency} />
      <p className={page.muted}>
        <Trans>For a month, with taxes.</Trans>
      </p>
      <FieldPair>
        <OfferField name="percent" label={t`Off a stay, %`} problems={problems} />
        <OfferField
          name="maximum"
          label={t`Most off a stay, ${symbol}`}
          inputMode="decimal"
          problems={problems}
          hint={<Trans>Empty: no limit.</Trans>}
        />
      </FieldPair>
      <ParkChecks parks={parks} chosen={chosen} onChange={setChosen} problems={problems} />
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Adding the plan`} hasInput />}
      <OnlineButton doing={t`Adding the plan`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Sell the plan</Trans>
      </OnlineButton>
    </form>
  )
}
