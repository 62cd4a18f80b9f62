// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadCoupons } from '../../../actions/operator-offers.online.ts'
import { AddedNote, OfferPage } from '../offer-page.tsx'
import type { SectionProps } from '../sections.tsx'
import { CouponCard } from './coupon-card.tsx'
import { CouponForm } from './coupon-form.tsx'

/** Coupons for parking at the operator's car parks. */
export function CouponsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  return (
    <OfferPage
      operator={operator}
      load={loadCoupons}
      keyOf={({ country_code: country, code }) => `${country} ${code}`}
      label={t`Coupons`}
      doing={t`Showing the coupons`}
      empty={<Trans>Your car parks have no coupons yet.</Trans>}
      renderCard={(coupon, onChanged) => <CouponCard coupon={coupon} onChanged={onChanged} />}
      renderForm={(parks, onAdded) => <CouponForm parks={parks} onAdded={onAdded} />}
      renderAdded={({ code }) => (
        <AddedNote title={<Trans>Coupon issued</Trans>}>
          <Trans>
            Drivers can enter <bdi>{code}</bdi>.
          </Trans>
        </AddedNote>
      )}
    />
  )
}
