// Rarely rendered: memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { COUNTRIES, type CountryCode, getCountry } from '../domain/country.ts'
import { useFormat } from '../i18n/format.ts'
import { useCountries } from '../queries/use-countries.ts'
import { Flag } from '../ui/flag.tsx'
import { CheckIcon } from '../ui/icons-action.tsx'
import styles from './country-choice.module.css'
import { inOrder } from './country-order.ts'

interface CountryChoiceProps {
  readonly choice: CountryCode | undefined
  readonly onPick: (code: CountryCode) => void
  /** `tiles`: two per row. */
  readonly layout?: 'rows' | 'tiles'
}

/** The countries that the provider serves, with flag, name and currency: a single choice. */
export function CountryChoice({ choice, onPick, layout = 'rows' }: CountryChoiceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const countries = useCountries()
  return (
    <fieldset data-layout={layout}>
      <legend className={styles.legend}>{t`Countries`}</legend>
      {inOrder(countries.status === 'ready' ? countries.value : COUNTRIES)
        .map(getCountry)
        .map((country) => (
          <label key={country.code} className={styles.option}>
            <input
              type="radio"
              name="country"
              checked={country.code === choice}
              onChange={() => onPick(country.code)}
            />
            <Flag code={country.code} width={33} />
            <span className={styles.name}>{format.country(country.code)}</span>
            <span className={styles.currency}>
              {format.symbol(country.currency)} {country.currency}
            </span>
            {layout === 'rows' && <span className={styles.check}>{country.code === choice && <CheckIcon />}</span>}
          </label>
        ))}
    </fieldset>
  )
}
