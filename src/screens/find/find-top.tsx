import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { useSearchDraft, type Stay } from '../../stores/search-draft.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon, SlidersIcon } from '../../ui/icons-action.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './find.module.css'

export interface FindTopProps {
  readonly label: string
  readonly stay: Stay
  readonly zone: string
  readonly onSearch: () => void
}

/** The pill over the map: back, a summary of the search, and the way to change it. */
export function FindTop({ label, stay, zone, onSearch }: FindTopProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const vehicle = useVehicleLabel()
  return (
    <div className={styles.top} data-over-map>
      <Link to={routes.home.href()} aria-label={t`Back to home`} {...iconButtonLook()}>
        <ChevronStartIcon />
      </Link>
      <button type="button" className={styles.what} aria-haspopup="dialog" onClick={onSearch}>
        <span className={styles.whatTitle}>{label}</span>
        <span className={styles.sub}>
          {format.stay(stay.fromMs, stay.untilMs, { zone, now })}
          {vehicle !== null && <>, {vehicle}</>}
        </span>
        <VisuallyHidden>
          <Trans>Change the search</Trans>
        </VisuallyHidden>
        <span className={styles.sliders}>
          <SlidersIcon size={24} />
        </span>
      </button>
    </div>
  )
}

/**
 * Returns the plate used for the price, else the vehicle type; null for a standard car, which leaves more room for the
 * times.
 */
function useVehicleLabel(): string | null {
  const nameOf = useVehicleTypeName()
  const vehicles = useVehicles()
  const vehicleId = useSearchDraft((draft) => draft.vehicleId)
  const vehicleTypeId = useSearchDraft((draft) => draft.vehicleTypeId)
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  const chosen = saved.find(({ id }) => id === vehicleId) ?? saved[0]
  if (chosen !== undefined && chosen.vehicle_type_id === vehicleTypeId) return chosen.plate
  return vehicleTypeId === 1 ? null : nameOf(vehicleTypeId)
}
