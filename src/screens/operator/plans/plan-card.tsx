// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endPlan } from '../../../actions/operator-offers.online.ts'
import type { OperatorPlan } from '../../../contract/operator-plans.ts'
import { useFormat } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import page from '../operator.module.css'
import { SaleBadge } from '../sale-badge.tsx'
import { StopOffer } from '../stop-offer.tsx'

interface PlanCardProps {
  readonly plan: OperatorPlan
  readonly onChanged: () => void
}

/** A plan's price, its discount, and where it applies. */
export function PlanCard({ plan, onChanged }: PlanCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { price, currency, maximum, parks, active } = plan
  const cost = format.money({ amountMinor: price, currency })
  const most = format.money({ amountMinor: maximum ?? 0, currency })
  const percent = format.number(plan.percent)
  return (
    <article className={page.card}>
      <div>
        <h3>
          <bdi>{plan.names[format.language]}</bdi>
        </h3>
        <p>
          <strong>
            <Trans>{cost} a month</Trans>
          </strong>{' '}
          · <Trans>{percent}% off</Trans> {maximum !== null && <Trans>· at most {most}</Trans>}
        </p>
        {parks !== null && (
          <p className={page.muted}>
            <bdi>{parks.map(({ name }) => name).join(', ')}</bdi>
          </p>
        )}
        <p>
          <SaleBadge isSold={active} />
        </p>
      </div>
      {active && !isAsked && (
        <ButtonRow>
          <Button kind="danger" size="small" onClick={() => setAsked(true)}>
            <Trans>Stop selling</Trans>
          </Button>
        </ButtonRow>
      )}
      {active && isAsked && (
        <StopOffer
          label={t`Stop selling`}
          keep={<Trans>Go on selling</Trans>}
          doing={t`Changing the plan`}
          send={() => endPlan(plan.id)}
          onDone={onChanged}
          onClose={() => setAsked(false)}
        >
          <Trans>Nobody new can begin it. Who has it keeps it until the paid month ends, and is told before.</Trans>{' '}
          <Trans>This can’t be undone: add it anew to sell it again.</Trans>
        </StopOffer>
      )}
    </article>
  )
}
