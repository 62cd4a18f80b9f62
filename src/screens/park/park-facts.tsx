// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { PARAM } from '../../config/routes.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { AvailabilityText } from '../../parts/availability-text.tsx'
import { availabilityTone, type FreeSpaces, freeSpacesOf } from '../../parts/free-spaces.ts'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import type { Park } from '../../contract/parks.ts'
import type { PlaceProblem } from '../../domain/park-problem.ts'
import { Availability } from '../../ui/availability.tsx'
import { AccessibleIcon, BoltIcon, CarIcon, GarageIcon, HeightIcon, PinIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { ListRow, ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { DirectionsRow } from '../../parts/directions-row.tsx'
import { ClosureRow, findClosure, isCountOfClosure } from './closure-row.tsx'
import { HoursRow } from './hours-row.tsx'
import styles from './park.module.css'

export interface ParkFactsProps {
  readonly park: Park
  readonly stay: Pick<ChosenStay, 'from' | 'until'>
}

/** What a driver must know at the entrance. Facts without a source have no row, except for the entrance itself. */
export function ParkFacts({ park, stay }: ParkFactsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const free = useFreeSpaces([park], { fromMs: stay.from, untilMs: stay.until })
  const spaces = freeSpacesOf(park, free.get(park.id))
  const now = useNow()
  const closure = findClosure(park, stay, now)
  // The closure's row covers this: a count of 0 then does not mean that the spaces are taken.
  const isClosed = isCountOfClosure(closure, { stay, isForStay: spaces.isForStay, nowMs: now })
  const {
    lat,
    lng,
    height_limit_m: height,
    opening_hours: hours,
    ev_chargers: ev,
    accessible_spaces: accessible,
  } = park
  const facts: ReadonlyArray<{ readonly name: string; readonly row: ReactNode }> = [
    { name: 'closure', row: closure !== undefined && <ClosureRow closure={closure} zone={park.timezone} /> },
    {
      name: 'free',
      row: spaces.available !== null && !isClosed && <FreePlacesRow spaces={spaces} zone={park.timezone} />,
    },
    {
      name: 'height',
      row: height !== null && (
        <ListRow
          size="fact"
          icon={<HeightIcon />}
          title={<Trans>Height limit {format.metres(height, park.country_code)}</Trans>}
          end={
            <span className={styles.small}>
              <Trans>Check your roof</Trans>
            </span>
          }
        />
      ),
    },
    { name: 'kind', row: park.kind !== 'unknown' && <KindRow kind={park.kind} isCovered={park.covered === true} /> },
    { name: 'hours', row: hours !== null && <HoursRow text={hours} park={park} stay={stay} /> },
    {
      name: 'ev',
      row: ev !== null && ev > 0 && park.chargers === undefined && (
        <ListRow size="fact" icon={<BoltIcon />} title={<Trans>EV chargers: {ev}</Trans>} />
      ),
    },
    {
      name: 'accessible',
      row: accessible !== null && accessible > 0 && (
        <ListRow size="fact" icon={<AccessibleIcon />} title={<Trans>Accessible spaces: {accessible}</Trans>} />
      ),
    },
    { name: 'entrance', row: lat !== null && park.kind !== 'street' && <EntranceRow /> },
    { name: 'directions', row: lat !== null && lng !== null && <DirectionsRow at={{ lat, lng }} /> },
  ]
  const known = facts.filter(({ row }) => row !== false)
  return known.length === 0 ? null : (
    <RowList form="card" label={t`About this car park`}>
      {known.map(({ name, row }) => (
        <li key={name}>{row}</li>
      ))}
    </RowList>
  )
}

/** The pin marks the car park: no source has the position of the entrance, but drivers on site can report it. */
function EntranceRow() {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(PARAM.report, 'facts' satisfies PlaceProblem)
  return (
    <Link to={{ search: search.toString() }} replace {...listRowLook('fact')}>
      <ListRowFace
        icon={<PinIcon />}
        title={
          <span className={styles.muted}>
            <Trans>Entrance not marked</Trans>
          </span>
        }
        end={
          <span className={styles.tell}>
            <Trans>Tell us</Trans>
          </span>
        }
      />
    </Link>
  )
}

function KindRow({
  kind,
  isCovered,
}: {
  readonly kind: Exclude<Park['kind'], 'unknown'>
  readonly isCovered: boolean
}) {
  const { t } = useLingui()
  const names = {
    garage: t`Garage`,
    lot: t`Open-air`,
    street: t`On the street`,
    airport: t`Airport`,
    stadium: t`Stadium`,
    station: t`Station`,
  }
  const title = isCovered && kind !== 'garage' ? `${names[kind]}, ${t`covered`}` : names[kind]
  return <ListRow size="fact" icon={<GarageIcon />} title={title} />
}

function FreePlacesRow({ spaces, zone }: { readonly spaces: FreeSpaces; readonly zone: string }) {
  const format = useFormat()
  const now = useNow()
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
          <span className={styles.small}>{format.savedAt(toInstant(Date.parse(at)), { zone, now })}</span>
        )
      }
    />
  )
}
