import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { AvailabilityText } from '../../parts/availability-text.tsx'
import { availabilityTone, freeSpacesOf } from '../../parts/free-spaces.ts'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import type { Park } from '../../contract/parks.ts'
import { Availability } from '../../ui/availability.tsx'
import { AccessibleIcon, BoltIcon, CarIcon, GarageIcon, HeightIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon, ClockIcon } from '../../ui/icons-state.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { DirectionsLink } from '../../parts/directions-link.tsx'
import styles from './park.module.css'

export interface ParkFactsProps {
  readonly park: Park
  readonly stay: Pick<ChosenStay, 'from' | 'until'>
}

/** What a driver must know at the entrance. A missing fact is stated, never hidden. */
export function ParkFacts({ park, stay }: ParkFactsProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <RowList form="card" label={t`About this car park`}>
      <li>
        <FreePlacesRow park={park} stay={stay} />
      </li>
      <li>
        {park.height_limit_m === null ? (
          <ListRow
            size="fact"
            icon={<HeightIcon />}
            title={
              <Missing>
                <Trans>Height limit not given</Trans>
              </Missing>
            }
            end={
              <Small>
                <Trans>Check the sign</Trans>
              </Small>
            }
          />
        ) : (
          <ListRow
            size="fact"
            icon={<HeightIcon />}
            title={<Trans>Height limit {format.metres(park.height_limit_m)}</Trans>}
            end={
              <Small>
                <Trans>Check your roof</Trans>
              </Small>
            }
          />
        )}
      </li>
      <li>
        <ListRow
          size="fact"
          icon={<GarageIcon />}
          title={
            park.address === null ? (
              <Missing>
                <Trans>Address not given</Trans>
              </Missing>
            ) : (
              park.address
            )
          }
          end={park.lat !== null && park.lng !== null ? <DirectionsLink lat={park.lat} lng={park.lng} /> : undefined}
        />
      </li>
      <li>
        {park.opening_hours === null ? (
          <ListRow
            size="fact"
            icon={<ClockIcon />}
            title={
              <Missing>
                <Trans>Hours not given</Trans>
              </Missing>
            }
            end={
              <Small>
                <Trans>Check the sign</Trans>
              </Small>
            }
          />
        ) : (
          <ListRow size="fact" icon={<ClockIcon />} title={park.opening_hours} />
        )}
      </li>
      {park.ev_chargers !== null && park.ev_chargers > 0 && (
        <li>
          <ListRow size="fact" icon={<BoltIcon />} title={<Trans>EV chargers: {park.ev_chargers}</Trans>} />
        </li>
      )}
      {park.accessible_spaces !== null && park.accessible_spaces > 0 && (
        <li>
          <ListRow
            size="fact"
            icon={<AccessibleIcon />}
            title={<Trans>Accessible spaces: {park.accessible_spaces}</Trans>}
          />
        </li>
      )}
    </RowList>
  )
}

function FreePlacesRow({ park, stay }: ParkFactsProps) {
  const format = useFormat()
  const now = useNow()
  const zone = park.timezone
  const free = useFreeSpaces([park], { fromMs: stay.from, untilMs: stay.until })
  const spaces = freeSpacesOf(park, free.get(park.id))
  const tone = availabilityTone(spaces, now)
  const { availableAt: at, isForStay } = spaces
  return (
    <ListRow
      size="fact"
      icon={
        tone === 'good' ? (
          <span className={styles.good}>
            <CircleCheckIcon />
          </span>
        ) : (
          <CarIcon />
        )
      }
      title={
        <Availability tone={tone} form="fact">
          <AvailabilityText spaces={spaces} zone={zone} now={now} timeless />
        </Availability>
      }
      end={
        at === null || !isForStay ? undefined : (
          <Small>{format.savedAt(toInstant(Date.parse(at)), { zone, now })}</Small>
        )
      }
    />
  )
}

function Missing({ children }: { readonly children: React.ReactNode }) {
  return <span className={styles.muted}>{children}</span>
}

function Small({ children }: { readonly children: React.ReactNode }) {
  return <span className={styles.small}>{children}</span>
}
