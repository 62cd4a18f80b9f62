import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { AvailabilityText, availabilityTone } from '../../parts/availability-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { Park } from '../../contract/parks.ts'
import { Availability } from '../../ui/availability.tsx'
import { AccessibleIcon, BoltIcon, CarIcon, GarageIcon, HeightIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon, ClockIcon } from '../../ui/icons-state.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { DirectionsLink } from '../../parts/directions-link.tsx'
import styles from './park.module.css'

/** What a driver must know at the entrance. A missing fact is stated, never hidden. */
export function ParkFacts({ park, isFresh }: { readonly park: Park; readonly isFresh: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <RowList form="card" label={t`About this car park`}>
      <li>
        <FreePlacesRow park={park} isFresh={isFresh} />
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

function FreePlacesRow({ park, isFresh }: { readonly park: Park; readonly isFresh: boolean }) {
  const format = useFormat()
  const now = useNow()
  const zone = park.timezone
  const tone = availabilityTone(park, now)
  const shown = !isFresh && tone === 'good' ? 'old' : tone
  const at = park.available_at
  return (
    <ListRow
      size="fact"
      icon={
        shown === 'good' ? (
          <span className={styles.good}>
            <CircleCheckIcon />
          </span>
        ) : (
          <CarIcon />
        )
      }
      title={
        <Availability tone={shown} form="fact">
          <AvailabilityText places={park} zone={zone} now={now} timeless />
        </Availability>
      }
      end={at === null ? undefined : <Small>{format.savedAt(toInstant(Date.parse(at)), { zone, now })}</Small>}
    />
  )
}

function Missing({ children }: { readonly children: React.ReactNode }) {
  return <span className={styles.muted}>{children}</span>
}

function Small({ children }: { readonly children: React.ReactNode }) {
  return <span className={styles.small}>{children}</span>
}
