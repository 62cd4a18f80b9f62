// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { HOUR_MS, toInstant } from '../../domain/instant.ts'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { useFormat } from '../../i18n/format.ts'
import { distanceMetres } from '../../lib/cell.ts'
import { AvailabilityText } from '../../parts/availability-text.tsx'
import { DirectionsRow } from '../../parts/directions-row.tsx'
import { availabilityTone, freeSpacesOf, isClosedFor } from '../../parts/free-spaces.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { SignNote } from '../../parts/signs/sign-note.tsx'
import type { SignState } from '../../parts/signs/use-sign-check.ts'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Park } from '../../contract/parks.ts'
import { pricePark } from '../../queries/price-park.ts'
import { nextStep, type Stay, useSearchDraft } from '../../stores/search-draft.ts'
import { usePosition } from '../../stores/position.ts'
import { Availability } from '../../ui/availability.tsx'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { CarIcon, PinIcon, QrIcon } from '../../ui/icons-place.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StayFromNow } from './stay-from-now.tsx'
import { findElsewhere } from './find-elsewhere.ts'
import styles from './landing.module.css'

export interface LandingParkProps {
  readonly park: Park
  /** Null when the URL carries no sign token. */
  readonly sign: SignState['kind'] | null
}

const FIRST_HOURS = 2

/** The car park and a stay from now; after a forged or withdrawn sign, only once the driver confirms being there. */
export function LandingPark({ park, sign }: LandingParkProps) {
  const { t } = useLingui()
  const [isSure, setSure] = useState(false)
  const now = useNow()
  const vehicleTypeId = useSearchDraft((draft) => draft.vehicleTypeId)
  // Fixed when the page opens, so prices do not change while being read; a start that has passed is reported.
  const [times, setTimes] = useState(() => ({
    from: nextStep(now),
    until: toInstant(nextStep(now) + FIRST_HOURS * HOUR_MS),
  }))
  const isBad = sign === 'forged' || sign === 'withdrawn'
  useEffect(() => {
    // Only with permission already granted: no prompt at a gate.
    void usePosition.getState().renew()
  }, [])
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.home.href()} {...iconButtonLook()} aria-label={t`Back to home`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<ParkName park={park} />}
        detail={[park.address, park.city].filter((part) => part !== null).join(', ')}
      />
      <div className={styles.body}>
        {sign !== null && <SignNote state={sign} />}
        {sign === 'genuine' && <ElsewhereNote park={park} />}
        <Facts park={park} stay={{ fromMs: times.from, untilMs: times.until, vehicleTypeId }} />
        {isBad && !isSure ? (
          <>
            <p>
              <Trans>Are you at this car park? Then you can book it here: this page is Baywise.</Trans>
            </p>
            <Button kind="secondary" wide onClick={() => setSure(true)}>
              <Trans>I’m at this car park</Trans>
            </Button>
          </>
        ) : (
          <StayFromNow park={park} stay={{ ...times, vehicleTypeId }} onChange={setTimes} />
        )}
        <Link to={routes.park.href(park.slug)} {...buttonLook({ kind: 'plain', wide: true })}>
          <Trans>All about this car park</Trans>
        </Link>
      </div>
    </div>
  )
}

/** A note that never blocks: a position can be off by more than a street. */
function ElsewhereNote({ park }: { readonly park: Park }) {
  const format = useFormat()
  const fix = usePosition((position) => position.fix)
  const now = useNow()
  const metres = findElsewhere(park, fix, now)
  if (metres === null) return null
  const distance = format.distance(metres, park.country_code)
  const { name } = park
  return (
    <Note
      tone="warning"
      icon={<TriangleIcon size={24} />}
      title={
        <Trans>
          This sign belongs to {name}, {distance} from here
        </Trans>
      }
      role="status"
    >
      <Trans>Check the name where you stand before you book.</Trans>
    </Note>
  )
}

interface FactsProps {
  readonly park: Park
  readonly stay: Stay & { readonly vehicleTypeId: VehicleTypeId }
}

function Facts({ park, stay }: FactsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const fix = usePosition((position) => position.fix)
  const { lat, lng, code } = park
  return (
    <RowList form="card" label={t`About this car park`}>
      <li>
        <FreeSpaces park={park} stay={stay} />
      </li>
      {lat !== null && lng !== null && (
        <li>
          <ListRow
            size="fact"
            icon={<PinIcon />}
            title={
              fix === null ? (
                (park.address ?? park.city)
              ) : (
                <Away distance={format.distance(distanceMetres(fix, { lat, lng }), park.country_code)} />
              )
            }
          />
        </li>
      )}
      {lat !== null && lng !== null && (
        <li>
          <DirectionsRow at={{ lat, lng }} />
        </li>
      )}
      <li>
        <ListRow
          size="fact"
          icon={<QrIcon />}
          title={
            <Trans>
              Car park code <b>{code}</b>
            </Trans>
          }
        />
      </li>
    </RowList>
  )
}

function Away({ distance }: { readonly distance: string }) {
  return <Trans>{distance} from here</Trans>
}

function FreeSpaces({ park, stay }: FactsProps) {
  const format = useFormat()
  const now = useNow()
  const free = useFreeSpaces([park], stay)
  const isClosed = isClosedFor(park, pricePark(park, stay))
  const spaces = { ...freeSpacesOf(park, free.get(park.id)), isClosed }
  const at = spaces.isForStay && !isClosed ? spaces.availableAt : null
  return (
    <ListRow
      size="fact"
      icon={<CarIcon />}
      title={
        <Availability tone={availabilityTone(spaces, now)} form="fact">
          <AvailabilityText spaces={spaces} zone={park.timezone} now={now} timeless />
        </Availability>
      }
      end={
        at !== null && (
          <span className={styles.small}>
            {format.savedAt(toInstant(Date.parse(at)), { zone: park.timezone, now })}
          </span>
        )
      }
    />
  )
}
