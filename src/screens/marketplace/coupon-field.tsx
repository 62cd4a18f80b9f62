// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { addCoupon, changeCart } from '../../actions/marketplace.online.ts'
import type { CouponWire } from '../../contract/marketplace.ts'
import type { CouponProblem } from '../../domain/cart-total.ts'
import { getCountry } from '../../domain/country.ts'
import { mustInstant } from '../../domain/instant.ts'
import { errorText } from '../../i18n/error-messages.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { Cart } from '../../queries/use-marketplace.ts'
import { Button } from '../../ui/button.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './marketplace.module.css'

interface CouponFieldProps {
  readonly cart: Cart
  /** Why it takes nothing off. */
  readonly problem: CouponProblem | null
}

/** One coupon: typed and asked for, or what it takes off and until when. */
export const CouponField = ({ cart, problem }: CouponFieldProps) =>
  cart.coupon === null ? <NewCoupon cart={cart} /> : <KnownCoupon cart={cart} coupon={cart.coupon} problem={problem} />

function NewCoupon({ cart }: { readonly cart: Cart }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { failure, isBusy, run } = useSingleFlight(() => setCode(''))
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') void run(() => addCoupon(cart.country, code))
  }
  return (
    <form className={parts.form} onSubmit={add}>
      <TextField
        label={<Trans>Coupon</Trans>}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <OnlineButton
        doing={t`Adding a coupon`}
        type="submit"
        kind="secondary"
        busy={isBusy}
        busyLabel={<Trans>Checking…</Trans>}
      >
        <Trans>Add coupon</Trans>
      </OnlineButton>
      {failure !== null && <FailureNote failure={failure} doing={t`Adding a coupon`} hasInput />}
    </form>
  )
}

function KnownCoupon({ cart, coupon, problem }: CouponFieldProps & { readonly coupon: CouponWire }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { timezone: zone, currency } = getCountry(cart.country)
  const until = format.date(mustInstant(coupon.end_date), zone, now)
  const percent = coupon.discount
  const fixed = format.money({ amountMinor: coupon.discount, currency })
  const off =
    coupon.discount_type === 'percentage' ? t`${percent} % off, until ${until}` : t`${fixed} off, until ${until}`
  const minimum = format.money({ amountMinor: coupon.minimum_order, currency })
  return (
    <div className={styles.line}>
      <div>
        <strong>{coupon.code}</strong>{' '}
        {problem === null ? (
          <p className={styles.off}>
            <CircleCheckIcon size={18} />
            <span>{off}</span>
          </p>
        ) : (
          <p className={parts.bad} role="alert">
            {problem === 'coupon_minimum'
              ? t`This coupon needs items for at least ${minimum}.`
              : errorText(i18n, problem, '')}
          </p>
        )}
      </div>
      <Button
        kind="secondary"
        size="small"
        onClick={() => void changeCart(cart.country, (kept) => kept && { ...kept, coupon: null })}
      >
        <Trans>Remove coupon</Trans>
      </Button>
    </div>
  )
}
