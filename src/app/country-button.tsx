import { useLingui } from '@lingui/react/macro'
import { getCountry } from '../domain/country.ts'
import { useFormat } from '../i18n/format.ts'
import { selectedCountry } from '../lib/selected-country.ts'
import { Flag } from '../ui/flag.tsx'
import { ChevronDownIcon } from '../ui/icons-action.tsx'
import { GlobeIcon } from '../ui/icons-place.tsx'
import styles from './app.module.css'
import { openPanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

/** The country in use; opens the picker. */
export function CountryButton() {
  const { t } = useLingui()
  const format = useFormat()
  const chosen = useObservable(selectedCountry)
  const name = chosen === null ? null : format.country(getCountry(chosen.code).code)
  return (
    <button
      type="button"
      className={styles.country}
      aria-haspopup="dialog"
      aria-label={name === null ? t`Select Your Country` : t`Country: ${name}`}
      onClick={() => openPanel.set('country')}
    >
      {chosen === null ? <GlobeIcon /> : <Flag code={chosen.code} />}
      {name !== null && <span className={styles.countryName}>{name}</span>}
      <ChevronDownIcon size={20} />
    </button>
  )
}
