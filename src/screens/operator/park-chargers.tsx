// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { OperatorParkWire } from '../../contract/operator-parks.ts'
import { CONNECTORS } from '../../domain/connectors.ts'
import { CURRENCY_EXPONENT } from '../../domain/money.ts'
import { CONNECTOR_LABELS } from '../../parts/charging/charger-text.tsx'
import { toAmountText } from '../../parts/read-amount.ts'
import { Button } from '../../ui/button.tsx'
import { FieldPair } from '../../ui/field-box.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons-action.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import page from './operator.module.css'
import type { ChargerField, OwnCharger } from './read-chargers.ts'

/** The provider's limit. */
const MAX_KINDS = 20

interface ParkChargersProps {
  readonly park: Pick<OperatorParkWire, 'chargers' | 'currency'>
  readonly error: (field: ChargerField) => ReactNode
}

interface Row {
  readonly number: number
  /** Null for a row added here. */
  readonly charger: OwnCharger | null
}

/** The chargers of a car park, with identical ones grouped. */
export function ParkChargers({ park: { chargers, currency }, error }: ParkChargersProps) {
  const { t } = useLingui()
  const [rows, setRows] = useState<readonly Row[]>(() => chargers.map((charger, number) => ({ number, charger })))
  const [next, setNext] = useState(chargers.length)
  return (
    <>
      <h3>
        <Trans>Chargers</Trans>
      </h3>
      <input type="hidden" name="charger_currency" value={currency} />
      {rows.map(({ number, charger }, index) => (
        <div key={number} className={page.rule} role="group" aria-label={t`Chargers ${index + 1}`}>
          <ChargerFields number={number} charger={charger} currency={currency} error={error} />
          <IconButton
            label={t`Remove: chargers ${index + 1}`}
            icon={<TrashIcon />}
            onClick={() => setRows(rows.filter((row) => row.number !== number))}
          />
        </div>
      ))}
      {rows.length < MAX_KINDS && (
        <Button
          kind="secondary"
          size="small"
          icon={<PlusIcon />}
          onClick={() => {
            setRows([...rows, { number: next, charger: null }])
            setNext(next + 1)
          }}
        >
          <Trans>Add chargers</Trans>
        </Button>
      )}
    </>
  )
}

interface ChargerFieldsProps extends Row, Pick<ParkChargersProps, 'error'> {
  readonly currency: OperatorParkWire['currency']
}

function ChargerFields({ number, charger, currency, error }: ChargerFieldsProps) {
  const { t } = useLingui()
  const price = charger?.price ?? null
  const off = { autoComplete: 'off' } as const
  return (
    <div className={page.fields}>
      <input type="hidden" name="charger" value={number} />
      <FieldPair>
        <SelectField
          label={t`Connector`}
          name={`connector${number}`}
          defaultValue={charger?.connector ?? 'type2'}
          error={error(`connector${number}`)}
        >
          {CONNECTORS.map((connector) => (
            <option key={connector} value={connector}>
              {CONNECTOR_LABELS[connector]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Number of chargers`}
          name={`count${number}`}
          inputMode="numeric"
          {...off}
          defaultValue={charger?.count ?? 1}
          error={error(`count${number}`)}
        />
      </FieldPair>
      <TextField
        label={t`Power in kW (optional)`}
        name={`power${number}`}
        inputMode="decimal"
        {...off}
        defaultValue={charger?.power_kw ?? ''}
        error={error(`power${number}`)}
      />
      <FieldPair>
        <TextField
          label={t`Price of charging, in ${currency} (optional)`}
          name={`price${number}`}
          inputMode="decimal"
          {...off}
          defaultValue={price === null ? '' : toAmountText(price, CURRENCY_EXPONENT[currency])}
          error={error(`price${number}`)}
        />
        <SelectField label={t`Price is for`} name={`per${number}`} defaultValue={charger?.per ?? 'kwh'}>
          <option value="kwh">{t`a kWh`}</option>
          <option value="hour">{t`an hour`}</option>
        </SelectField>
      </FieldPair>
    </div>
  )
}
