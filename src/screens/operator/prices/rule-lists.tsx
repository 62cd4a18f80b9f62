// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useRef } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useVehicleTypeName } from '../../../parts/use-vehicle-type-name.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons-action.tsx'
import { FieldPair } from '../../../ui/field-box.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { DraftField } from './draft-fields.tsx'
import { newCap, newPackage, newWindow, type PriceDraft, VEHICLES } from './price-draft.ts'
import { CapFields, PackageFields, type RowProps, WindowFields } from './rule-fields.tsx'

interface DraftProps {
  readonly draft: PriceDraft
  readonly onChange: (draft: PriceDraft) => void
}

interface ListProps<Row extends { readonly id: number }> {
  readonly rows: readonly Row[]
  readonly add: string
  readonly make: () => Row
  readonly onRows: (rows: readonly Row[]) => void
  readonly Fields: ComponentType<RowProps<Row>>
}

/**
 * Rules of one kind, and the button that adds one. Removing a rule removes its button, so the focus moves to the add
 * button.
 */
function List<Row extends { readonly id: number }>({ rows, add, make, onRows, Fields }: ListProps<Row>) {
  const end = useRef<HTMLDivElement>(null)
  return (
    <>
      {rows.map((row, index) => (
        <Fields
          key={row.id}
          number={index + 1}
          row={row}
          onChange={(next) => onRows(rows.map((one) => (one.id === next.id ? next : one)))}
          onRemove={() => {
            onRows(rows.filter((one) => one.id !== row.id))
            end.current?.querySelector('button')?.focus()
          }}
        />
      ))}
      <div ref={end}>
        <Button kind="soft" size="small" icon={<PlusIcon />} onClick={() => onRows([...rows, make()])}>
          {add}
        </Button>
      </div>
    </>
  )
}

const UNITS = [10, 15, 20, 30, 60]

/** Hours, maxima and special prices. */
export function RuleLists({ draft, onChange }: DraftProps) {
  const { t } = useLingui()
  const format = useFormat()
  const units = [...new Set([...UNITS, Number(draft.unitMinutes)])].toSorted((a, b) => a - b)
  return (
    <>
      <SelectField
        label={t`Unit`}
        hint={<Trans>A started unit is charged in full.</Trans>}
        value={draft.unitMinutes}
        onChange={({ currentTarget }) => onChange({ ...draft, unitMinutes: currentTarget.value })}
      >
        {units.map((minutes) => (
          <option key={minutes} value={minutes}>
            {format.duration(minutes * 60_000)}
          </option>
        ))}
      </SelectField>
      <List
        rows={draft.windows}
        add={t`Add hours`}
        make={newWindow}
        onRows={(windows) => onChange({ ...draft, windows })}
        Fields={WindowFields}
      />
      <List
        rows={draft.caps}
        add={t`Add a maximum`}
        make={newCap}
        onRows={(caps) => onChange({ ...draft, caps })}
        Fields={CapFields}
      />
      <List
        rows={draft.packages}
        add={t`Add a special price`}
        make={newPackage}
        onRows={(packages) => onChange({ ...draft, packages })}
        Fields={PackageFields}
      />
    </>
  )
}

/** Rules that apply to every stay, at any time. */
export function StayRuleFields({ draft, onChange }: DraftProps) {
  const { t } = useLingui()
  const vehicleName = useVehicleTypeName()
  return (
    <>
      <h3>
        <Trans>Every stay</Trans>
      </h3>
      <FieldPair>
        <DraftField
          label={t`Free minutes at the start`}
          field="free"
          type="number"
          value={draft.freeFirst}
          onChange={(freeFirst) => onChange({ ...draft, freeFirst })}
        />
        <DraftField
          label={t`Back within, minutes`}
          field="reentry"
          type="number"
          hint={<Trans>Who comes back within this time continues the same stay.</Trans>}
          value={draft.reentry}
          onChange={(reentry) => onChange({ ...draft, reentry })}
        />
        <DraftField
          label={t`Shortest stay, minutes`}
          field="shortest"
          type="number"
          value={draft.shortest}
          onChange={(shortest) => onChange({ ...draft, shortest })}
        />
        <DraftField
          label={t`Longest stay, minutes (optional)`}
          field="longest"
          type="number"
          value={draft.longest}
          onChange={(longest) => onChange({ ...draft, longest })}
        />
      </FieldPair>
      <h3>
        <Trans>Percent of the price, by vehicle</Trans>
      </h3>
      <FieldPair>
        {VEHICLES.map((type) => (
          <DraftField
            key={type}
            label={vehicleName(type)}
            field={`percent ${String(type)}`}
            type="number"
            value={draft.percent[type]}
            onChange={(percent) => onChange({ ...draft, percent: { ...draft.percent, [type]: percent } })}
          />
        ))}
      </FieldPair>
    </>
  )
}
