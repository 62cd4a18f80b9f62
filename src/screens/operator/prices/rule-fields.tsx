// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons-action.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { DaysField, DraftField, HoursFields } from './draft-fields.tsx'
import type { CapDraft, PackageDraft, WindowDraft } from './price-draft.ts'
import styles from '../prices.module.css'

export interface RowProps<Row> {
  /** 1-based. */
  readonly number: number
  readonly row: Row
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

/** A rule with its name and the button that removes it. */
function Rule({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.rule}>
      <legend>{name}</legend>
      {children}
      <div className={styles.end}>
        <IconButton label={t`Remove: ${name}`} icon={<TrashIcon />} onClick={onRemove} />
      </div>
    </fieldset>
  )
}

/** Hours of the week and their price. */
export function WindowFields({ number, row, onChange, onRemove }: RowProps<WindowDraft>) {
  const { t } = useLingui()
  const change = (part: Partial<WindowDraft>) => onChange({ ...row, ...part })
  const field = `window ${String(row.id)}`
  return (
    <Rule name={t`Hours ${number}`} onRemove={onRemove}>
      <HoursFields legend={t`Days`} field={field} hours={row.hours} onChange={(hours) => change({ hours })} />
      <SelectField
        label={t`How it’s charged`}
        value={row.kind}
        onChange={({ currentTarget }) => change({ kind: KINDS.find((kind) => kind === currentTarget.value) ?? 'unit' })}
      >
        <option value="unit">{t`By the time`}</option>
        <option value="flat">{t`One price`}</option>
        <option value="free">{t`Free`}</option>
      </SelectField>
      {row.kind !== 'free' && (
        <DraftField
          label={t`Price`}
          field={`${field} price`}
          value={row.price}
          onChange={(price) => change({ price })}
        />
      )}
      {row.kind === 'unit' && <Steps field={field} row={row} onChange={change} />}
    </Rule>
  )
}

const KINDS = ['unit', 'flat', 'free'] as const

interface StepsProps {
  readonly field: string
  readonly row: WindowDraft
  readonly onChange: (part: Partial<WindowDraft>) => void
}

/** Prices of later units, and the maximum for these hours. */
function Steps({ field, row: { steps, maximum }, onChange }: StepsProps) {
  const { t } = useLingui()
  const set = (index: number, part: Partial<(typeof steps)[number]>) =>
    onChange({ steps: steps.map((step, at) => (at === index ? { ...step, ...part } : step)) })
  const next = Number(steps.at(-1)?.fromUnit ?? 1) + 1
  return (
    <>
      {steps.map((step, index) => (
        // Steps are identified only by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.step}>
          <DraftField
            label={t`From unit`}
            field={`${field} step ${String(index)} from`}
            type="number"
            value={step.fromUnit}
            onChange={(fromUnit) => set(index, { fromUnit })}
          />
          <DraftField
            label={t`Then each`}
            field={`${field} step ${String(index)} price`}
            value={step.price}
            onChange={(price) => set(index, { price })}
          />
          <IconButton
            label={t`Remove this price`}
            icon={<TrashIcon />}
            onClick={() => onChange({ steps: steps.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <DraftField
        label={t`At most (optional)`}
        field={`${field} maximum`}
        value={maximum}
        onChange={(value) => onChange({ maximum: value })}
      />
      <Button
        kind="plain"
        size="small"
        icon={<PlusIcon />}
        onClick={() => onChange({ steps: [...steps, { fromUnit: Number.isNaN(next) ? '' : String(next), price: '' }] })}
      >
        <Trans>Add a later price</Trans>
      </Button>
    </>
  )
}

export function CapFields({ number, row, onChange, onRemove }: RowProps<CapDraft>) {
  const { t } = useLingui()
  const change = (part: Partial<CapDraft>) => onChange({ ...row, ...part })
  const field = `cap ${String(row.id)}`
  return (
    <Rule name={t`Maximum ${number}`} onRemove={onRemove}>
      <SelectField
        label={t`For`}
        value={row.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value === 'rolling' ? 'rolling' : 'day' })}
      >
        <option value="day">{t`A day`}</option>
        <option value="rolling">{t`Hours from the entry`}</option>
      </SelectField>
      <DraftField
        label={t`At most`}
        field={`${field} amount`}
        value={row.amount}
        onChange={(amount) => change({ amount })}
      />
      {row.kind === 'rolling' ? (
        <DraftField
          label={t`Number of hours`}
          field={`${field} hours`}
          type="number"
          value={row.hours}
          onChange={(hours) => change({ hours })}
        />
      ) : (
        <>
          <DaysField legend={t`Days`} field={field} days={row.days} onChange={(days) => change({ days })} />
          <DraftField
            label={t`The day begins at`}
            field={`${field} from`}
            type="time"
            value={row.startsAt}
            onChange={(startsAt) => change({ startsAt })}
          />
        </>
      )}
    </Rule>
  )
}

const PACKAGES = ['early_bird', 'night', 'evening', 'weekend', 'monthly'] as const

/** A special price for qualifying stays; the cheapest applies. */
export function PackageFields({ number, row, onChange, onRemove }: RowProps<PackageDraft>) {
  const { t } = useLingui()
  const change = (part: Partial<PackageDraft>) => onChange({ ...row, ...part })
  const field = `package ${String(row.id)}`
  const names = {
    ...{ early_bird: t`Early bird price`, night: t`Night price`, evening: t`Evening price` },
    ...{ weekend: t`Weekend price`, monthly: t`Monthly price` },
  }
  const isByEntry = row.kind === 'early_bird' || row.kind === 'night'
  return (
    <Rule name={t`Special price ${number}`} onRemove={onRemove}>
      <SelectField
        label={t`Kind of price`}
        value={row.kind}
        onChange={({ currentTarget }) =>
          change({ kind: PACKAGES.find((kind) => kind === currentTarget.value) ?? row.kind })
        }
      >
        {PACKAGES.map((kind) => (
          <option key={kind} value={kind}>
            {names[kind]}
          </option>
        ))}
      </SelectField>
      <DraftField
        label={t`Price`}
        field={`${field} amount`}
        value={row.amount}
        onChange={(amount) => change({ amount })}
      />
      {row.kind === 'monthly' ? (
        <DraftField
          label={t`Number of days`}
          field={`${field} count`}
          type="number"
          value={row.dayCount}
          onChange={(dayCount) => change({ dayCount })}
        />
      ) : (
        <HoursFields
          legend={isByEntry ? t`Drivers come in` : t`Days`}
          field={field}
          hours={row.entry}
          onChange={(entry) => change({ entry })}
        />
      )}
      {row.kind === 'early_bird' && (
        <HoursFields
          legend={t`Drivers leave, the same day`}
          field={`${field} exit`}
          hours={row.exit}
          onChange={(exit) => change({ exit })}
        />
      )}
      {row.kind === 'night' && (
        <DraftField
          label={t`Drivers leave by`}
          field={`${field} exit by`}
          type="time"
          value={row.exitBy}
          onChange={(exitBy) => change({ exitBy })}
        />
      )}
    </Rule>
  )
}
