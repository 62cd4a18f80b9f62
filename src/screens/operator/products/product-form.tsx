// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addProduct } from '../../../actions/operator-shop.online.ts'
import { loadParkTariff } from '../../../actions/operator-tariffs.online.ts'
import type { OperatorProduct } from '../../../contract/operator-shop.ts'
import { PRODUCT_KINDS, priceCart, type ProductKind } from '../../../domain/cart-total.ts'
import { isPassKind } from '../../../domain/monthly-pass.ts'
import { taxName } from '../../../domain/tax-name.ts'
import { useFormat } from '../../../i18n/format.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { readMoney } from '../../../parts/read-amount.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useSubmit } from '../../../parts/use-submit.ts'
import { FieldPair } from '../../../ui/field-box.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { countryOf, currencyOf } from '../events/read-event-form.ts'
import { OfferTextFields, PriceField } from '../offer-fields.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import type { OfferProblems } from '../read-offer.ts'
import { LimitField, PassFields, StockField, useKindName } from './product-fields.tsx'
import { checkProduct, readProduct } from './read-product-form.ts'

interface ProductFormProps {
  readonly parks: readonly OwnPark[]
  readonly onAdded: (product: OperatorProduct) => void
}

/** Adds a product to sell at a car park, with the taxes of its place. */
export function ProductForm({ parks, onAdded }: ProductFormProps) {
  const { t } = useLingui()
  const names = useKindName()
  const [park, setPark] = useState(parks[0]?.code ?? '')
  const [kind, setKind] = useState<ProductKind>('day_bundle')
  const [typed, setTyped] = useState('')
  const currency = currencyOf(park)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): OfferProblems => checkProduct(form, currency),
    send: async (form) => {
      const there = await loadParkTariff(park)
      if (!there.ok) return there
      return addProduct(readProduct(form, { park, country_code: countryOf(park), currency }), there.value.taxes)
    },
    onDone: ({ data }) => onAdded(data),
  })
  return (
    <form className={`${page.card} ${parts.form}`} onSubmit={onSubmit} noValidate aria-label={t`New item`}>
      <h2>
        <Trans>New item</Trans>
      </h2>
      <div className={page.pair}>
        <SelectField label={t`Car park`} value={park} onChange={({ currentTarget }) => setPark(currentTarget.value)}>
          {parks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Kind of item`}
          name="kind"
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(PRODUCT_KINDS.find((one) => one === value) ?? kind)}
        >
          {PRODUCT_KINDS.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <OfferTextFields problems={problems} />
      <PriceField problems={problems} currency={currency} onChange={setTyped} />
      <PriceText key={park} park={park} typed={typed} />
      {isPassKind(kind) ? (
        <PassFields problems={problems} />
      ) : (
        <FieldPair>
          <StockField problems={problems} />
          <LimitField problems={problems} />
        </FieldPair>
      )}
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Adding the item`} hasInput />}
      <OnlineButton doing={t`Adding the item`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Sell it</Trans>
      </OnlineButton>
    </form>
  )
}

/** The total that a driver pays for the typed price, with the taxes there. */
function PriceText({ park, typed }: { readonly park: string; readonly typed: string }) {
  const { value } = useLoaded(loadParkTariff, park)
  const format = useFormat()
  const now = useNow()
  if (value === null) return null
  const { taxes, currency } = value
  const read = readMoney(typed, currency)
  const priceMinor = read.ok ? read.value : 0
  const goods = [{ kind: 'accessory' as const, priceMinor, quantity: 1, taxes }]
  const cart = priceMinor > 0 ? priceCart({ goods, coupon: null, nowMs: now }) : null
  if (cart?.ok !== true) return null
  const total = format.money({ amountMinor: cart.value.totalMinor, currency })
  const named = cart.value.taxes.map((tax) => taxName(tax, format.language)).join(', ')
  return (
    <p className={page.muted} role="status">
      {named === '' ? (
        <Trans>Drivers pay {total}.</Trans>
      ) : (
        <Trans>
          Drivers pay {total}, with {named}.
        </Trans>
      )}
    </p>
  )
}
