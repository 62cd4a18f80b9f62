// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addCoupon } from '../../../actions/operator-offers.online.ts'
import type { OperatorCoupon } from '../../../contract/operator-shop.ts'
import { useFormat } from '../../../i18n/format.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { useNow } from '../../../parts/use-now.ts'
import { useSubmit } from '../../../parts/use-submit.ts'
import { FieldPair } from '../../../ui/field-box.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { OfferField, ParkChecks, problemOf } from '../offer-fields.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import { countryOfAll, type OfferProblems } from '../read-offer.ts'
import { checkCoupon, dayIn, type DiscountType, readCoupon } from './read-coupon-form.ts'

interface CouponFormProps {
  readonly parks: readonly OwnPark[]
  readonly onAdded: (coupon: OperatorCoupon) => void
}

/** Adds a coupon for parking at the operator's own car parks. */
export function CouponForm({ parks, onAdded }: CouponFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [chosen, setChosen] = useState<readonly string[]>(parks.slice(0, 1).map(({ code }) => code))
  const [type, setType] = useState<DiscountType>('percentage')
  const symbol = format.symbol(countryOfAll(chosen).currency)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): OfferProblems => checkCoupon(form, { codes: chosen, now }),
    send: (form) => addCoupon(readCoupon(form, chosen)),
    onDone: ({ data }) => onAdded(data),
  })
  const field = { problems, inputMode: 'decimal' } as const
  return (
    <form className={`${page.card} ${parts.form}`} onSubmit={onSubmit} noValidate aria-label={t`New coupon`}>
      <h2>
        <Trans>New coupon</Trans>
      </h2>
      <OfferField
        name="code"
        label={t`Code`}
        inputMode="text"
        problems={problems}
        hint={<Trans>3 to 20 letters and digits. Drivers enter it before they pay.</Trans>}
      />
      <FieldPair>
        <SelectField
          label={t`Discount`}
          name="discount_type"
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value === 'fixed' ? 'fixed' : 'percentage')}
        >
          <option value="percentage">{t`In percent`}</option>
          <option value="fixed">{t`Amount`}</option>
        </SelectField>
        <OfferField {...field} name="discount" label={type === 'fixed' ? t`Off a stay, ${symbol}` : t`Off a stay, %`} />
      </FieldPair>
      {type === 'percentage' && (
        <OfferField
          {...field}
          name="maximum"
          label={t`Most off a stay, ${symbol}`}
          hint={<Trans>Empty: no limit.</Trans>}
        />
      )}
      <OfferField {...field} name="minimum" label={t`Least price, ${symbol}`} hint={<Trans>Empty: any stay.</Trans>} />
      <FieldPair>
        <TextField
          label={t`First day`}
          name="first_day"
          type="date"
          defaultValue={dayIn(now, chosen)}
          error={problemOf(problems, 'first_day')}
        />
        <TextField label={t`Last day`} name="last_day" type="date" error={problemOf(problems, 'last_day')} />
      </FieldPair>
      <FieldPair>
        <OfferField
          name="limit_in_all"
          label={t`Uses in all`}
          problems={problems}
          hint={<Trans>Empty: no limit.</Trans>}
        />
        <OfferField
          name="limit_per_user"
          label={t`Uses of one driver`}
          problems={problems}
          hint={<Trans>Empty: no limit.</Trans>}
        />
      </FieldPair>
      <ParkChecks parks={parks} chosen={chosen} onChange={setChosen} problems={problems} />
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Adding the coupon`} hasInput />}
      <OnlineButton doing={t`Adding the coupon`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Issue the coupon</Trans>
      </OnlineButton>
    </form>
  )
}
