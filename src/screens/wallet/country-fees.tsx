// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadFees } from '../../actions/reference-data.online.ts'
import type { FeeWire } from '../../contract/places.ts'
import type { Country } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import parts from '../../parts/parts.module.css'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The provider's fees on top of the parking price in this country; renders nothing until it has answered. */
export function CountryFees({ country }: { readonly country: Country }) {
  const { value: fees } = useLoaded(loadFees, country.id)
  return fees === null ? null : <FeeNote fees={fees} country={country} />
}

export interface FeeNoteProps {
  readonly fees: readonly FeeWire[]
  readonly country: Pick<Country, 'code'>
}

const BASIS_POINTS = 100

export function FeeNote({ fees, country }: FeeNoteProps) {
  const { t } = useLingui()
  const format = useFormat()
  const name = format.country(country.code)
  const amountOf = ({ kind, value, currency }: FeeWire): string => {
    if (kind === 'flat') return format.money({ amountMinor: value, currency })
    const share = format.number(value / BASIS_POINTS)
    return t`${share}%`
  }
  const amounts = fees.map(amountOf).join(', ')
  return (
    <p className={parts.small}>
      {fees.length === 0 ? (
        <Trans>{name}: no service fee.</Trans>
      ) : (
        <Trans>
          {name}: service fee of {amounts}, in the price that you see.
        </Trans>
      )}
    </p>
  )
}
