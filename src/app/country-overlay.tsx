// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { detectCountry } from '../actions/country.online.ts'
import { routes } from '../config/routes.ts'
import { CountryGuessText } from '../parts/country-guess-text.tsx'
import { useCountryGuess } from '../parts/country-guess.ts'
import { openPanel } from '../stores/open-panel.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon } from '../ui/icons-action.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { Note } from '../ui/note.tsx'
import styles from './app.module.css'

/**
 * Looks up the country beside the page, which stays usable, when none has been chosen on this phone. The result is
 * labelled a guess; a tap opens the countries. Home asks in its own place.
 */
export default function CountryOverlay() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const guess = useCountryGuess()
  const [isClosed, setClosed] = useState(false)
  useEffect(() => void detectCountry(), [])
  if (isClosed || guess.origin === 'chosen' || pathname === routes.home.pattern) return null
  return (
    <div className={styles.overlay}>
      <Note icon={<LocateIcon />} role="status">
        <p>
          <CountryGuessText guess={guess} />
        </p>
        {guess.origin !== 'detecting' && (
          <Button kind="plain" size="small" onClick={() => openPanel.set('country')}>
            <Trans>Choose country</Trans>
          </Button>
        )}
      </Note>
      <IconButton label={t`Close`} icon={<CloseIcon />} onClick={() => setClosed(true)} />
    </div>
  )
}
