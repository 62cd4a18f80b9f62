// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import type { VehicleView } from '../../queries/query.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons-action.tsx'
import { StarIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import text from '../../ui/text.module.css'
import styles from './profile.module.css'
import { UnansweredVehicles } from './unanswered-vehicles.tsx'
import { VehicleIcon } from './vehicle-icon.tsx'
import { VehicleModal } from './vehicle-modal.tsx'
import { WaitingDeletions } from './waiting-deletions.tsx'

type Editing = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly vehicle: VehicleView }

/** The driver's vehicles, the default one first; a tap opens one. */
export function VehiclesSection() {
  const { t } = useLingui()
  const vehicles = useVehicles()
  const [editing, setEditing] = useState<Editing | null>(null)
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Vehicles</Trans>
      </h2>
      <UnansweredVehicles />
      {vehicles.status === 'loading' && <Skeleton size="card" width="full" />}
      {vehicles.status === 'ready' && <SavedNote savedAt={vehicles.savedAt} fresh={vehicles.fresh} />}
      {vehicles.status === 'ready' && saved.length === 0 && (
        <p className={text.muted}>
          <Trans>No vehicle yet. Save one, and its plate is filled in when you book.</Trans>
        </p>
      )}
      {saved.length > 0 && (
        <RowList form="card" label={t`Vehicles`}>
          {saved.map((vehicle) => (
            <li key={vehicle.id}>
              <button
                type="button"
                {...listRowLook()}
                aria-haspopup="dialog"
                onClick={() => setEditing({ kind: 'edit', vehicle })}
              >
                <VehicleFace vehicle={vehicle} />
              </button>
            </li>
          ))}
        </RowList>
      )}
      <WaitingDeletions />
      <Button kind="soft" icon={<PlusIcon />} onClick={() => setEditing({ kind: 'add' })}>
        <Trans>Add a vehicle</Trans>
      </Button>
      {editing !== null && (
        <VehicleModal
          vehicle={editing.kind === 'add' ? null : latest(saved, editing.vehicle)}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

/** The vehicle as it is now: after a conflict the next try is about the version that the provider has. */
const latest = (saved: readonly VehicleView[], vehicle: VehicleView): VehicleView =>
  saved.find(({ id }) => id === vehicle.id) ?? vehicle

function VehicleFace({ vehicle }: { readonly vehicle: VehicleView }) {
  const typeName = useVehicleTypeName()
  const details = [vehicle.label, typeName(vehicle.vehicle_type_id), vehicle.region ?? vehicle.country_code].filter(
    (detail) => detail !== null,
  )
  return (
    <ListRowFace
      icon={<VehicleIcon typeId={vehicle.vehicle_type_id} />}
      title={<Plate>{vehicle.plate}</Plate>}
      detail={details.join(', ')}
      end={
        <span className={styles.badges}>
          {vehicle.is_default && (
            <Badge tone="neutral" icon={<StarIcon size={18} />}>
              <Trans>Default</Trans>
            </Badge>
          )}
          {vehicle.pending && <StatusBadge status="waiting" />}
        </span>
      }
    />
  )
}
