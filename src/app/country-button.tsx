import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { nobodyChose, selectedCountry } from '../signals/selected-country.ts'
import { Flag } from '../ui/flag.tsx'
import { ChevronDownIcon } from '../ui/icons-action.tsx'
import { GlobeIcon } from '../ui/icons-place.tsx'
import styles from './app.module.css'
import { lazyScreen } from './lazy-screen.ts'
import { useDropdown } from './use-dropdown.ts'
import { useObservable } from './use-observable.ts'

const CountryMenu = lazyScreen(() => import('./country-menu.tsx'))

/** The country in use; opens the list of all countries. */
export function CountryButton() {
  const { t } = useLingui()
  const format = useFormat()
  const { menu, close } = useDropdown()
  const [isOpen, setOpen] = useState(false)
  const inUse = useObservable(selectedCountry, nobodyChose)
  // Prices follow a default until the driver chooses: its flag would contradict the page, which is still asking.
  const chosen = inUse?.fallback === true ? null : inUse
  const name = chosen === null ? null : format.country(chosen.code)
  return (
    <details ref={menu} className={styles.menu} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.country} aria-label={name === null ? t`Select Your Country` : t`Country: ${name}`}>
        {chosen === null ? <GlobeIcon /> : <Flag code={chosen.code} />}
        {name !== null && <span className={styles.countryName}>{name}</span>}
        <ChevronDownIcon size={20} />
      </summary>
      {isOpen && (
        <div className={styles.dropdown}>
          <Suspense fallback={null}>
            <CountryMenu onChosen={close} />
          </Suspense>
        </div>
      )}
    </details>
  )
}
