// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Company } from '../contract/companies.ts'
import { RadioCard } from '../ui/choice-field.tsx'
import { useLimitText } from './limit-text.ts'

export interface PayerChoiceProps {
  readonly companies: readonly Company[]
  readonly chosen: Company | null
  readonly onChoose: (company: Company) => void
}

/** The companies that pay for the driver, among the payment methods. */
export default function PayerChoice({ companies, chosen, onChoose }: PayerChoiceProps) {
  const { t } = useLingui()
  const limits = useLimitText()
  return companies.map((company) => (
    <RadioCard
      key={company.company_id}
      name="payment"
      checked={chosen?.company_id === company.company_id}
      onChange={() => onChoose(company)}
      title={
        <Trans>
          <bdi>{company.name}</bdi> pays
        </Trans>
      }
      detail={limits(company) || t`A refund goes back to the company.`}
    />
  ))
}
