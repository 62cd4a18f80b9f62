// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { chargeMinutes, type Charger, chargerState, choiceOf, SAMPLE_KWH } from '../../domain/chargers.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ChargerStateText, CHARGER_TONES, CONNECTOR_NAMES, usePowerText } from '../../parts/charging/charger-text.tsx'
import { ParkName } from '../../parts/park-name.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { Availability } from '../../ui/availability.tsx'
import { BoltIcon } from '../../ui/icons-place.tsx'
import { ParkCard, parkCardLook } from '../../ui/park-card.tsx'
import styles from './charging.module.css'
import type { ChargingPark } from './charging-parks.ts'

export interface ChargingRowProps {
  readonly item: ChargingPark
  readonly stay: Pick<ChosenStay, 'from' | 'until' | 'vehicleTypeId'>
}

/** A car park with its chargers: the total for parking and charging, the connectors, and whether one is free. */
export function ChargingRow({ item, stay }: ChargingRowProps) {
  const format = useFormat()
  const { park, chargers, parking, chargeMinor, totalMinor } = item
  const money = (amountMinor: number) => format.money({ amountMinor, currency: park.currency })
  const address = park.address ?? park.city ?? park.code
  const href = routes.park.href(park.slug, {
    fromMs: stay.from,
    untilMs: stay.until,
    vehicleTypeId: stay.vehicleTypeId,
  })
  return (
    <Link to={href} {...parkCardLook()}>
      <ParkCard
        name={<ParkName park={park} />}
        address={address}
        distance={format.distance(park.distance_m, park.country_code)}
        availability={<Chargers item={item} chargers={chargers} />}
        total={totalMinor === null ? (parking.ok ? money(parking.value.totalMinor) : '–') : money(totalMinor)}
        perHour={
          totalMinor === null || !parking.ok || chargeMinor === null ? (
            <Trans>parking alone</Trans>
          ) : (
            `${money(parking.value.totalMinor)} + ${money(chargeMinor)}`
          )
        }
      />
    </Link>
  )
}

function Chargers({
  item: { park },
  chargers,
}: {
  readonly item: ChargingPark
  readonly chargers: readonly Charger[]
}) {
  const now = useNow()
  const format = useFormat()
  const [best] = chargers
  if (best === undefined) return null
  const state = chargerState(best, now)
  const minutes = chargeMinutes(best, SAMPLE_KWH)
  const duration = minutes === null ? null : format.duration(minutes * MINUTE_MS)
  return (
    <>
      <span className={styles.tags}>
        {chargers.map((charger) => (
          <Tag key={`${charger.connector} ${String(charger.power_kw)}`} charger={charger} now={now} />
        ))}
      </span>
      <Availability tone={CHARGER_TONES[state]}>
        <ChargerStateText charger={best} state={state} zone={park.timezone} now={now} />
        {duration !== null && (
          <>
            {'; '}
            <Trans>
              {SAMPLE_KWH} kWh in about {duration}
            </Trans>
          </>
        )}
      </Availability>
    </>
  )
}

function Tag({ charger, now }: { readonly charger: Charger; readonly now: number }) {
  const power = usePowerText()
  const { power_kw: kw, count, free } = charger
  const state = chargerState(charger, now)
  const isKnown = state === 'free' || state === 'last' || state === 'taken'
  return (
    <span>
      <BoltIcon size={18} />
      {CONNECTOR_NAMES[choiceOf(charger.connector)]}
      {kw !== null && ` ${power(kw)}`}
      <b data-free={isKnown && free !== 0}>
        {isKnown ? (
          <Trans>
            {free} of {count}
          </Trans>
        ) : (
          `× ${String(count)}`
        )}
      </b>
    </span>
  )
}
