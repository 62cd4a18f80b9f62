// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import { type Charger, chargerState, choiceOf } from '../../domain/chargers.ts'
import {
  ChargerPriceText,
  ChargerStateText,
  CHARGER_TONES,
  CONNECTOR_NAMES,
  usePowerText,
} from '../../parts/charging/charger-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import { Availability } from '../../ui/availability.tsx'
import { BoltIcon } from '../../ui/icons-place.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import styles from './park.module.css'

export interface ParkChargersProps {
  readonly park: Park
  readonly chargers: readonly Charger[]
}

/** The chargers by kind: connector, power, price, and whether one is free. */
export default function ParkChargers({ park, chargers }: ParkChargersProps) {
  const { t } = useLingui()
  const now = useNow()
  const power = usePowerText()
  return (
    <section>
      <h2>
        <Trans>Charging</Trans>
      </h2>
      <RowList form="card" label={t`Chargers`}>
        {chargers.map((charger) => {
          const { connector, power_kw: kw, count } = charger
          const name = `${CONNECTOR_NAMES[choiceOf(connector)]}${kw === null ? '' : ` ${power(kw)}`}`
          const state = chargerState(charger, now)
          return (
            <li key={`${connector} ${String(kw)}`}>
              <ListRow
                icon={<BoltIcon />}
                title={
                  <Trans>
                    {count} × {name}
                  </Trans>
                }
                detail={
                  <>
                    <ChargerPriceText charger={charger} currency={park.currency} />
                    <br />
                    <Availability tone={CHARGER_TONES[state]}>
                      <ChargerStateText charger={charger} state={state} zone={park.timezone} now={now} />
                    </Availability>
                  </>
                }
              />
            </li>
          )
        })}
      </RowList>
      <p className={styles.small}>
        {park.demo_fields.includes('chargers') ? (
          <Trans>Demo chargers: no public source says which there are. Charging is paid at the charger.</Trans>
        ) : (
          <Trans>Charging is paid at the charger.</Trans>
        )}
      </p>
    </section>
  )
}
