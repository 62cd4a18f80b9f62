import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type DetectedPlace, findDetected } from '../actions/country.ts'
import type { CountryCode } from '../domain/country.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import { countryDetection } from '../signals/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../signals/selected-country.ts'
import { changeCountry } from '../parts/change-country.ts'
import styles from '../parts/country-choice.module.css'
import { CountryChoice } from '../parts/country-choice.tsx'
import { useCountryGuess } from '../parts/country-guess.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { CircleCheckIcon, InfoIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Modal } from '../ui/modal.tsx'
import { closePanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

/** 'Select Your Country': the detected country and how it was detected, then the list. */
export default function CountryPicker({ open }: { readonly open: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const current = useObservable(selectedCountry)
  const { isRunning } = useObservable(countryDetection)
  const [picked, setPicked] = useState<CountryCode>()

  // When detection failed, the fallback country may be far away: the clock is the better starting guess.
  const guess = useCountryGuess()
  const choice = picked ?? guess.code ?? current?.code ?? 'NG'
  const choiceName = format.country(choice)
  const confirm = () => {
    changeCountry(choice)
    closePanel()
  }
  return (
    <Modal
      open={open}
      onClose={closePanel}
      title={t`Select Your Country`}
      foot={
        <Button wide onClick={confirm}>
          <Trans>Continue with {choiceName}</Trans>
        </Button>
      }
    >
      <Detected country={current} isDetecting={isRunning} />
      <CountryChoice choice={choice} onPick={setPicked} />
      <p className={styles.note}>
        <Trans>Your location is detected automatically. You can change it in settings.</Trans>
      </p>
    </Modal>
  )
}

/** Returns the detected country and how it was detected. A later choice by the driver does not change either. */
function toDetected(country: SelectedCountry | null): (DetectedPlace & { readonly how: How }) | undefined {
  if (country === null) return undefined
  const { code, ip, city, region, autoDetected, fallback, errorFallback = false } = country
  if (autoDetected || fallback) {
    const how = autoDetected ? 'auto' : errorFallback ? 'failed' : 'default'
    return { code, ip, place: city ?? region, how }
  }
  const found = findDetected()
  return found === undefined ? undefined : { ...found, how: 'detected' }
}

function Detected({
  country,
  isDetecting,
}: {
  readonly country: SelectedCountry | null
  readonly isDetecting: boolean
}) {
  const format = useFormat()
  const detected = toDetected(country)
  if (isDetecting) {
    return (
      <div className={styles.detected} role="status" aria-busy="true">
        <LocateIcon />
        <p>
          <Trans>Detecting location</Trans>
        </p>
      </div>
    )
  }
  if (detected === undefined) return null
  const { code, ip, place, how } = detected
  return (
    <div className={styles.detected} role="status">
      <LocateIcon />
      <div className={styles.where}>
        <p>
          <strong>{format.country(code)}</strong>
          {how !== 'default' && place !== null && <>, {place}</>}
        </p>
        {ip !== null && how !== 'default' && how !== 'failed' && (
          <p className={styles.currency}>
            <Trans>IP {ip}</Trans>
          </p>
        )}
      </div>
      <DetectionBadge how={how} />
    </div>
  )
}

type How = 'auto' | 'default' | 'failed' | 'detected'

/**
 * auto: detected and in use; default: detected but not served; failed: not detected, a default; detected: the driver
 * chose another.
 */
function DetectionBadge({ how }: { readonly how: How }) {
  const { t } = useLingui()
  switch (how) {
    case 'failed':
      return <Badge tone="waiting" icon={<TriangleIcon size={18} />}>{t`Default (detection failed)`}</Badge>
    case 'default':
      return <Badge tone="neutral" icon={<InfoIcon size={18} />}>{t`Default country`}</Badge>
    case 'auto':
      return <Badge tone="good" icon={<CircleCheckIcon size={18} />}>{t`Auto-detected`}</Badge>
    case 'detected':
      return <Badge tone="good" icon={<CircleCheckIcon size={18} />}>{t`Detected`}</Badge>
    default:
      return unreachable(how)
  }
}
