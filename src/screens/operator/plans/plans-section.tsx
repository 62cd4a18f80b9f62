// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadPlans } from '../../../actions/operator-offers.online.ts'
import { useFormat } from '../../../i18n/format.ts'
import { AddedNote, OfferPage } from '../offer-page.tsx'
import type { SectionProps } from '../sections.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanForm } from './plan-form.tsx'

/** Plans for the operator's car parks. */
export function PlansSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const { language } = useFormat()
  return (
    <OfferPage
      operator={operator}
      load={loadPlans}
      keyOf={({ id }) => id}
      label={t`Plans`}
      doing={t`Showing the plans`}
      empty={<Trans>Your car parks have no plans yet.</Trans>}
      renderCard={(plan, onChanged) => <PlanCard plan={plan} onChanged={onChanged} />}
      renderForm={(parks, onAdded) => <PlanForm parks={parks} onAdded={onAdded} />}
      renderAdded={({ names }) => {
        const name = names[language]
        return (
          <AddedNote title={<Trans>On sale</Trans>}>
            <Trans>
              Drivers can begin <bdi>{name}</bdi> now.
            </Trans>
          </AddedNote>
        )
      }}
    />
  )
}
