// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OperatorParkWire } from '../../contract/operator-parks.ts'
import { taxName } from '../../domain/tax-name.ts'
import { TAX_NUMBER_MAX } from '../../domain/tax-registration.ts'
import { useFormat } from '../../i18n/format.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ParkField } from './read-park-form.ts'

interface ParkTaxesProps {
  readonly park: OperatorParkWire
  readonly error: (field: ParkField) => React.JSX.Element | undefined
}

/**
 * Whether the operator charges the taxes that need a registration, and the numbers printed on receipts. Renders nothing
 * where there are none.
 */
export function ParkTaxes({ park: { registered_taxes: taxes, tax_registration: own }, error }: ParkTaxesProps) {
  const { t } = useLingui()
  const { language } = useFormat()
  const [choice, setChoice] = useState(own?.registered === false ? 'no' : 'yes')
  if (taxes.length === 0) return null
  const names = taxes.map((tax) => taxName(tax, language)).join(', ')
  return (
    <>
      <SelectField
        label={t`Taxes: ${names}`}
        name="taxes"
        value={choice}
        onChange={({ currentTarget }) => setChoice(currentTarget.value)}
        hint={<Trans>Rates follow the law of the place. Other taxes on parking are always charged.</Trans>}
      >
        <option value="yes">{t`Charged`}</option>
        <option value="no">{t`Not charged: we’re not registered`}</option>
      </SelectField>
      {choice === 'yes' &&
        taxes.map((tax) => (
          <TextField
            key={tax.code}
            label={t`${{ name: taxName(tax, language) }} number`}
            name={`tax_${tax.code}`}
            autoComplete="off"
            maxLength={TAX_NUMBER_MAX}
            defaultValue={own?.numbers[tax.code]}
            hint={<Trans>Printed on receipts. Empty: none.</Trans>}
            error={error(`tax_${tax.code}`)}
          />
        ))}
    </>
  )
}
