import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { detectCountry } from '../actions/detect-country.online.ts'
import { countryDetection } from '../lib/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../lib/selected-country.ts'
import { openPanel } from '../stores/open-panel.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon } from '../ui/icons-action.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { Note } from '../ui/note.tsx'
import styles from './app.module.css'
import { useObservable } from './use-observable.ts'

/** Taken by the driver, not found or fallen back to. */
const isChosen = (country: SelectedCountry | null): boolean =>
  country !== null && !country.autoDetected && !country.fallback

const isTyping = (): boolean => document.activeElement?.matches('input, select, textarea') === true

/** Opens the picker when nothing else is open and nobody types: it comes up to ten seconds after the page. Returns the way to stop. */
function askWhenIdle(): () => void {
  const ask = () => {
    if (isTyping() || openPanel.get() !== null) return
    stop()
    openPanel.set('country')
  }
  const later = () => setTimeout(ask)
  const stopPanel = openPanel.subscribe(later)
  document.addEventListener('focusout', later)
  const stop = () => {
    stopPanel()
    document.removeEventListener('focusout', later)
  }
  ask()
  return stop
}

/**
 * Nobody has chosen a country on this phone yet: it is looked up beside the page, which stays in use, and then asked for. Closed, the
 * question comes at once and the search goes on in it.
 */
export default function CountryOverlay() {
  const { t } = useLingui()
  const { ip } = useObservable(countryDetection)
  const [isDone, setDone] = useState(false)
  const isAnswered = isChosen(useObservable(selectedCountry))
  useEffect(() => {
    let isGone = false
    void detectCountry().finally(() => {
      if (!isGone) setDone(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  useEffect(() => (isDone && !isAnswered ? askWhenIdle() : undefined), [isDone, isAnswered])
  if (isDone || isAnswered) return null
  return (
    <div className={styles.overlay}>
      <Note icon={<LocateIcon />} role="status" title={t`Detecting your location...`}>
        {ip !== null && (
          <p>
            <Trans>IP {ip}</Trans>
          </p>
        )}
      </Note>
      <IconButton label={t`Close`} icon={<CloseIcon />} onClick={() => setDone(true)} />
    </div>
  )
}
