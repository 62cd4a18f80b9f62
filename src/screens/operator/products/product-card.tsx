// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeProduct } from '../../../actions/operator-shop.online.ts'
import type { OperatorProduct, ProductChangeBody } from '../../../contract/operator-shop.ts'
import { CURRENCY_EXPONENT } from '../../../domain/money.ts'
import { isPassKind } from '../../../domain/monthly-pass.ts'
import { useFormat } from '../../../i18n/format.ts'
import parts from '../../../parts/parts.module.css'
import { toAmountText } from '../../../parts/read-amount.ts'
import { useSubmit } from '../../../parts/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { FormFoot } from '../form-foot.tsx'
import { PriceField } from '../offer-fields.tsx'
import page from '../operator.module.css'
import type { OfferProblems } from '../read-offer.ts'
import { SaleBadge } from '../sale-badge.tsx'
import { StopOffer } from '../stop-offer.tsx'
import { StockField, useKindName } from './product-fields.tsx'
import { checkPrice, checkStock, readPrice, readStock } from './read-product-form.ts'

export interface ProductCardProps {
  readonly product: OperatorProduct
  readonly onChanged: () => void
}

/** A product, its price and stock, and the operator's actions: change the price, add stock, stop selling. */
export function ProductCard({ product, onChanged }: ProductCardProps) {
  const format = useFormat()
  const names = useKindName()
  const [step, setStep] = useState<'change' | 'stop' | null>(null)
  const { currency, price, park, kind, active } = product
  const done = () => {
    setStep(null)
    onChanged()
  }
  const form = { product, onDone: done, onClose: () => setStep(null) }
  return (
    <article className={page.card}>
      <div>
        <h3>
          <bdi>{product.names[format.language]}</bdi>
        </h3>
        <p className={page.muted}>
          {names[kind]}
          {park !== null && (
            <>
              {' · '}
              <bdi>{park.name}</bdi>
            </>
          )}
        </p>
        <p>
          <strong>{format.money({ amountMinor: price, currency })}</strong> <LeftText product={product} />
        </p>
        <p>
          <SaleBadge isSold={active} />
        </p>
      </div>
      {active && step === null && (
        <ButtonRow>
          <Button kind="secondary" size="small" onClick={() => setStep('change')}>
            {isPassKind(kind) ? <Trans>Change the price</Trans> : <Trans>Price and pieces</Trans>}
          </Button>
          <Button kind="danger" size="small" onClick={() => setStep('stop')}>
            <Trans>Stop selling</Trans>
          </Button>
        </ButtonRow>
      )}
      {step === 'change' && <ChangeForm {...form} />}
      {step === 'stop' && <StopQuestion {...form} />}
    </article>
  )
}

function LeftText({ product: { stock, pass } }: Pick<ProductCardProps, 'product'>) {
  if (pass !== undefined)
    return (
      <Plural value={pass.at_once} one="· for # driver at the same time" other="· for # drivers at the same time" />
    )
  if (stock === null) return <Trans>· no limit of pieces</Trans>
  return stock === 0 ? <Trans>· sold out</Trans> : <Plural value={stock} one="· # left" other="· # left" />
}

interface FormProps extends Pick<ProductCardProps, 'product'> {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends only what differs, so that the stock does not overwrite sales made meanwhile. */
function changeOf(form: FormData, { price, currency, stock, pass }: OperatorProduct): ProductChangeBody {
  const typed = readPrice(form, currency)
  const left = pass === undefined ? readStock(form) : stock
  return { ...(typed.price === price ? {} : typed), ...(left === stock ? {} : { stock: left }) }
}

function ChangeForm({ product, onDone, onClose }: FormProps) {
  const { t } = useLingui()
  const { id, currency, price, stock, pass } = product
  const [isSame, setSame] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): OfferProblems => {
      const found = { ...checkPrice(form, currency), ...(pass === undefined ? checkStock(form) : {}) }
      const isNothing = Object.keys(found).length === 0 && Object.keys(changeOf(form, product)).length === 0
      setSame(isNothing)
      return isNothing ? { '': 'required' } : found
    },
    send: (form) => changeProduct(id, changeOf(form, product)),
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={t`Change`}>
      <PriceField problems={problems} currency={currency} first={toAmountText(price, CURRENCY_EXPONENT[currency])} />
      {pass === undefined && <StockField problems={problems} first={stock === null ? '' : String(stock)} />}
      <p>
        <Trans>Orders that were made keep their price. Who has it in the cart is asked about the new one.</Trans>
      </p>
      {isSame && (
        <p role="status">
          <Trans>Nothing is changed.</Trans>
        </p>
      )}
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Changing the item`} hasInput />}
      <FormFoot doing={t`Changing the item`} isBusy={isBusy} onClose={onClose}>
        <Trans>Save</Trans>
      </FormFoot>
    </form>
  )
}

function StopQuestion({ product: { id, pass }, onDone, onClose }: FormProps) {
  const { t } = useLingui()
  return (
    <StopOffer
      label={t`Stop selling`}
      keep={<Trans>Go on selling</Trans>}
      doing={t`Changing the item`}
      send={() => changeProduct(id, { active: false })}
      {...{ onDone, onClose }}
    >
      {pass === undefined ? (
        <Trans>Nobody new can order it. Orders that were made go on, and nothing is refunded.</Trans>
      ) : (
        <Trans>Nobody new can buy it. Passes that were sold hold to their last day.</Trans>
      )}{' '}
      <Trans>This can’t be undone: add it anew to sell it again.</Trans>
    </StopOffer>
  )
}
