// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CONNECTORS } from '../../domain/connectors.ts'
import type { ContactTopic } from '../../domain/contact.ts'
import { COUNTRIES, type CountryCode, getCountry, isCountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { usePosition } from '../../stores/position.ts'
import { Button } from '../../ui/button.tsx'
import { LocateIcon } from '../../ui/icons-place.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CONNECTOR_LABELS } from '../charging/charger-text.tsx'
import type { FieldProblem } from '../field-checks.ts'
import { FieldProblemText } from '../field-problem-text.tsx'
import { LocateTitle } from '../near-me.tsx'
import type { Draft } from './draft.ts'
import type { OfferField } from './offer-form.ts'

export interface OfferFieldsProps {
  readonly topic: ContactTopic
  readonly draft: Draft | null
  readonly problems: Partial<Record<OfferField, FieldProblem>>
}

/** Where the place is, how many spaces it has, and what it costs. */
export function OfferFields({ topic, draft, problems }: OfferFieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const selected = useSelectedCountry()?.code ?? 'NG'
  const [country, setCountry] = useState<CountryCode>(
    draft !== null && isCountryCode(draft.country) ? draft.country : selected,
  )
  const symbol = format.symbol(getCountry(country).currency)
  const field = (name: OfferField) => {
    const problem = problems[name]
    return {
      name,
      defaultValue: draft?.[name] ?? '',
      ...(problem === undefined ? {} : { error: <FieldProblemText problem={problem} /> }),
    }
  }
  return (
    <>
      <TextField label={t`Street and number`} autoComplete="street-address" dir="auto" {...field('address')} />
      <TextField label={t`City`} autoComplete="address-level2" dir="auto" {...field('city')} />
      <SelectField
        label={t`Country`}
        name="country"
        value={country}
        onChange={({ currentTarget: { value } }) => isCountryCode(value) && setCountry(value)}
      >
        {COUNTRIES.map(({ code }) => (
          <option key={code} value={code}>
            {format.country(code)}
          </option>
        ))}
      </SelectField>
      <PositionField />
      <TextField label={t`Number of spaces`} inputMode="numeric" autoComplete="off" {...field('spaces')} />
      <TextField
        label={t`Price of an hour of parking, in ${symbol}`}
        inputMode="decimal"
        autoComplete="off"
        hint={t`0 if parking is free. Taxes are added where the law says so.`}
        {...field('hourly')}
      />
      {topic === 'charger' && <ChargerFields symbol={symbol} draft={draft} field={field} />}
    </>
  )
}

interface ChargerFieldsProps {
  readonly symbol: string
  readonly draft: Draft | null
  readonly field: (name: OfferField) => { readonly name: string; readonly defaultValue: string }
}

function ChargerFields({ symbol, draft, field }: ChargerFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <SelectField label={t`Connector`} name="connector" defaultValue={draft?.connector ?? 'type2'}>
        {CONNECTORS.map((connector) => (
          <option key={connector} value={connector}>
            {CONNECTOR_LABELS[connector]}
          </option>
        ))}
      </SelectField>
      <TextField label={t`Power in kW (optional)`} inputMode="decimal" autoComplete="off" {...field('power')} />
      <TextField label={t`Number of chargers`} inputMode="numeric" autoComplete="off" {...field('chargers')} />
      <TextField
        label={t`Price of charging, in ${symbol} (optional)`}
        inputMode="decimal"
        autoComplete="off"
        hint={t`Drivers pay for charging at the charger.`}
        {...field('price')}
      />
      <SelectField label={t`Price is for`} name="per" defaultValue={draft?.per ?? 'kwh'}>
        <option value="kwh">{t`a kWh`}</option>
        <option value="hour">{t`an hour`}</option>
      </SelectField>
    </>
  )
}

/** Adds the phone's position when the owner is at the place; otherwise a person looks up the address. */
function PositionField() {
  const [at, setAt] = useState<{ readonly lat: number; readonly lng: number } | null>(null)
  const isAsking = usePosition((position) => position.asking)
  const error = usePosition((position) => position.error)
  const locate = usePosition((position) => position.locate)
  const find = async () => {
    const answer = await locate()
    if (answer.ok) setAt({ lat: answer.value.lat, lng: answer.value.lng })
  }
  return (
    <div>
      <input type="hidden" name="lat" value={at?.lat ?? ''} />
      <input type="hidden" name="lng" value={at?.lng ?? ''} />
      <Button kind="soft" icon={<LocateIcon />} busy={isAsking} onClick={() => void find()}>
        {at === null ? <Trans>I’m there now: use my location</Trans> : <Trans>Location added</Trans>}
      </Button>
      {error !== null && at === null && (
        <p role="alert">
          <LocateTitle error={error} />
        </p>
      )}
    </div>
  )
}
