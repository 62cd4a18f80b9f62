// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { askCoupon } from '../actions/coupons.online.ts'
import type { ActionError } from '../actions/failures.ts'
import type { CouponWire } from '../contract/marketplace.ts'
import { type CountryCode, getCountry } from '../domain/country.ts'
import type { CouponProblem } from '../domain/coupon.ts'
import { mustInstant } from '../domain/instant.ts'
import { errorText } from '../i18n/error-messages.ts'
import { useFormat } from '../i18n/format.ts'
import type { Result } from '../lib/result.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'
import { useSingleFlight } from './use-single-flight.ts'

export interface CouponFieldProps {
  readonly country: CountryCode
  readonly coupon: CouponWire | null
  /** Why the coupon reduces nothing. */
  readonly problem: CouponProblem | 'coupon_wallet_only' | null
  /** By default the coupon is only looked up at the provider. */
  readonly onAdd?: (code: string) => Promise<Result<CouponWire, ActionError>>
  readonly onChange: (coupon: CouponWire | null) => void
}

/** One coupon: a field to enter it, or what it takes off and until when. */
export default function CouponField(props: CouponFieldProps) {
  const { coupon } = props
  return coupon === null ? <NewCoupon {...props} /> : <KnownCoupon {...props} coupon={coupon} />
}

function NewCoupon({ country, onAdd, onChange }: CouponFieldProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { failure, isBusy, run } = useSingleFlight(onChange)
  const add = () => {
    if (code.trim() !== '') void run(() => (onAdd ?? ((text) => askCoupon(country, text)))(code))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
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
        // Small, because the reason below a normal button would push the payment down when the connection is lost.
        size="small"
        busy={isBusy}
        busyLabel={<Trans>Checking…</Trans>}
      >
        <Trans>Add coupon</Trans>
      </OnlineButton>
      {failure !== null && <FailureNote failure={failure} doing={t`Adding a coupon`} hasInput />}
    </form>
  )
}

function KnownCoupon({ country, coupon, problem, onChange }: CouponFieldProps & { readonly coupon: CouponWire }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { timezone: zone, currency } = getCountry(country)
  const until = format.date(mustInstant(coupon.end_date), zone, now)
  const percent = coupon.discount
  const fixed = format.money({ amountMinor: coupon.discount, currency })
  const off =
    coupon.discount_type === 'percentage' ? t`${percent}% off, until ${until}` : t`${fixed} off, until ${until}`
  const minimum = format.money({ amountMinor: coupon.minimum_order, currency })
  return (
    <div className={styles.coupon}>
      <div>
        <strong>{coupon.code}</strong>{' '}
        {problem === null ? (
          <p className={styles.small}>{off}</p>
        ) : (
          <p className={styles.bad} role="alert">
            {problem === 'coupon_minimum'
              ? t`This coupon needs a price of at least ${minimum}.`
              : errorText(i18n, problem, '')}
          </p>
        )}
      </div>
      <Button kind="secondary" size="small" onClick={() => onChange(null)}>
        <Trans>Remove coupon</Trans>
      </Button>
    </div>
  )
}
