import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { detectCountry } from '../actions/detect-country.online.ts'
import { selectCountry } from '../actions/select-country.ts'
import { COUNTRIES, type CountryCode, getCountry } from '../domain/country.ts'
import { useFormat } from '../i18n/format.ts'
import { type SelectedCountry, selectedCountry } from '../lib/selected-country.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Flag } from '../ui/flag.tsx'
import { CheckIcon } from '../ui/icons-action.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { CircleCheckIcon, InfoIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Modal } from '../ui/modal.tsx'
import styles from './country-picker.module.css'
import { closePanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

/** The default first, then by name. */
const ORDER: readonly CountryCode[] = ['NG', 'CA', 'SN', 'US']

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
  const [isDetecting, setDetecting] = useState(current === null)
  const [picked, setPicked] = useState<CountryCode>()

  useEffect(() => {
    if (!isDetecting) return undefined
    let isGone = false
    void detectCountry().finally(() => {
      if (!isGone) setDetecting(false)
    })
    return () => {
      isGone = true
    }
  }, [isDetecting])

  // Detection that failed falls back to a country that may be far away: the zone is the better guess to start from.
  const guess = current === null || current.fallback ? countryOfZone() : undefined
  const choice = picked ?? guess ?? current?.code ?? 'NG'
  const choiceName = format.country(choice)
  const confirm = () => {
    selectCountry(choice)
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
      <Detected country={current} isDetecting={isDetecting} />
      <fieldset>
        <legend className={styles.legend}>{t`Countries`}</legend>
        {ORDER.map(getCountry).map((country) => (
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

function Detected({
  country,
  isDetecting,
}: {
  readonly country: SelectedCountry | null
  readonly isDetecting: boolean
}) {
  const format = useFormat()
  if (isDetecting) {
    return (
      <div className={styles.detected} role="status">
        <LocateIcon />
        <p>
          <Trans>Detecting location</Trans>
        </p>
      </div>
    )
  }
  if (country === null) return null
  const place = country.city ?? country.region
  return (
    <div className={styles.detected} role="status">
      <LocateIcon />
      <div className={styles.where}>
        <p>
          <strong>{format.country(getCountry(country.code).code)}</strong>
          {place !== null && <>, {place}</>}
        </p>
        {country.ip !== null && (
          <p className={styles.currency}>
            <Trans>IP {country.ip}</Trans>
          </p>
        )}
      </div>
      <DetectionBadge country={country} />
    </div>
  )
}

/** How the country came to be: found by address, failed and defaulted, a default, or chosen while an address was known. */
function DetectionBadge({ country }: { readonly country: SelectedCountry }) {
  const { t } = useLingui()
  if (country.fallback) {
    return country.ip === null ? (
      <Badge tone="waiting" icon={<TriangleIcon size={18} />}>{t`Default (detection failed)`}</Badge>
    ) : (
      <Badge tone="neutral" icon={<InfoIcon size={18} />}>{t`Default country`}</Badge>
    )
  }
  return (
    <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
      {country.autoDetected ? t`Auto-detected` : t`Detected`}
    </Badge>
  )
}
