// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endCoupon } from '../../../actions/operator-offers.online.ts'
import type { OperatorCoupon } from '../../../contract/operator-shop.ts'
import { getCountry } from '../../../domain/country.ts'
import { mustInstant, toInstant } from '../../../domain/instant.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { CircleCheckIcon, ClockIcon, OctagonCrossIcon } from '../../../ui/icons-state.tsx'
import page from '../operator.module.css'
import { StopOffer } from '../stop-offer.tsx'

interface CouponCardProps {
  readonly coupon: OperatorCoupon
  readonly onChanged: () => void
}

/** A coupon's discount, its end, and how often it was used. */
export function CouponCard({ coupon, onChanged }: CouponCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [isAsked, setAsked] = useState(false)
  const { currency, timezone: zone } = getCountry(coupon.country_code)
  const [first, end] = [mustInstant(coupon.start_date), mustInstant(coupon.end_date)]
  const money = (amountMinor: number): string => format.money({ amountMinor, currency })
  const { discount, used, limit_in_all: limit, maximum_discount: maximum, minimum_order: minimum } = coupon
  const percent = format.number(discount)
  const [from, until] = [first, toInstant(end - 1)].map((day) => format.date(day, zone, now))
  const [off, most, least] = [money(discount), money(maximum ?? 0), money(minimum)]
  const [times, limitText] = [format.number(used), format.number(limit ?? 0)]
  const isRunning = coupon.active && now < end
  return (
    <article className={page.card}>
      <div>
        <h3>
          <bdi>{coupon.code}</bdi>
        </h3>
        <p>
          <strong>{coupon.discount_type === 'fixed' ? <Trans>{off} off</Trans> : <Trans>{percent}% off</Trans>}</strong>{' '}
          {maximum !== null && <Trans>· at most {most}</Trans>}{' '}
          {minimum > 0 && <Trans>· from a price of {least}</Trans>}
        </p>
        <p className={page.muted}>
          {from} – {until}
          {coupon.parks !== null && (
            <>
              {' · '}
              <Plural value={coupon.parks.length} one="# car park" other="# car parks" />
            </>
          )}
        </p>
        <p className={page.muted}>
          {limit === null ? (
            <Plural value={used} one="Used # time" other="Used # times" />
          ) : (
            <Trans>
              Used {times} of {limitText} times
            </Trans>
          )}
        </p>
        <p>
          <StateBadge state={!isRunning ? 'ended' : now < first ? 'ahead' : 'running'} />
        </p>
      </div>
      {isRunning && !isAsked && (
        <ButtonRow>
          <Button kind="danger" size="small" onClick={() => setAsked(true)}>
            <Trans>End the coupon</Trans>
          </Button>
        </ButtonRow>
      )}
      {isRunning && isAsked && (
        <StopOffer
          label={t`End the coupon`}
          keep={<Trans>Leave it</Trans>}
          doing={t`Ending the coupon`}
          send={() => endCoupon(coupon)}
          onDone={onChanged}
          onClose={() => setAsked(false)}
        >
          <Trans>Nobody can use it any more. Bookings that were made with it keep their price.</Trans>{' '}
          <Trans>This can’t be undone, and its code stays taken.</Trans>
        </StopOffer>
      )}
    </article>
  )
}

function StateBadge({ state }: { readonly state: 'ahead' | 'running' | 'ended' }) {
  if (state === 'running')
    return (
      <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
        <Trans>Can be used</Trans>
      </Badge>
    )
  if (state === 'ahead')
    return (
      <Badge tone="neutral" icon={<ClockIcon size={18} />}>
        <Trans>Not yet</Trans>
      </Badge>
    )
  return (
    <Badge tone="neutral" icon={<OctagonCrossIcon size={18} />}>
      <Trans context="of a coupon or plan">Ended</Trans>
    </Badge>
  )
}
