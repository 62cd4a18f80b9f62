import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type DetectedPlace, findDetected } from '../actions/find-detected.ts'
import { COUNTRIES, type CountryCode, getCountry } from '../domain/country.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import { countryDetection } from '../lib/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../lib/selected-country.ts'
import { useCountries } from '../queries/use-countries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Flag } from '../ui/flag.tsx'
import { CheckIcon } from '../ui/icons-action.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { CircleCheckIcon, InfoIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Modal } from '../ui/modal.tsx'
import styles from './country-picker.module.css'
import { changeCountry } from './change-country.ts'
import { inOrder } from './country-order.ts'
import { closePanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

/** The time zone knows the country where the address does not. */
const countryOfZone = (): CountryCode | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return COUNTRIES.find((country) => country.timezone === timeZone)?.code
}

/** 'Select Your Country': the detected country with how it was found, then the list. */
export default function CountryPicker({ open }: { readonly open: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const current = useObservable(selectedCountry)
  const countries = useCountries()
  const { isRunning } = useObservable(countryDetection)
  const [picked, setPicked] = useState<CountryCode>()

  // Detection that failed falls back to a country that may be far away: the zone is the better guess to start from.
  const guess = current === null || current.fallback ? countryOfZone() : undefined
  const choice = picked ?? guess ?? current?.code ?? 'NG'
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
      <fieldset>
        <legend className={styles.legend}>{t`Countries`}</legend>
        {inOrder(countries.status === 'ready' ? countries.value : COUNTRIES)
          .map(getCountry)
          .map((country) => (
            <label key={country.code} className={styles.option}>
              <input
                type="radio"
                name="country"
                checked={country.code === choice}
                onChange={() => setPicked(country.code)}
              />
              <Flag code={country.code} width={33} />
              <span className={styles.name}>{format.country(country.code)}</span>
              <span className={styles.currency}>
                {format.symbol(country.currency)} {country.currency}
              </span>
              <span className={styles.check}>{country.code === choice && <CheckIcon />}</span>
            </label>
          ))}
      </fieldset>
      <p className={styles.note}>
        <Trans>Your location is detected automatically. You can change it in settings.</Trans>
      </p>
    </Modal>
  )
}

/** Where the phone was found to be, and how. What the driver chose since does not change that. */
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
        {ip !== null && (
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

/** Found and taken; not served, hence a default; not found, hence a default; found, while the driver chose for themselves. */
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
