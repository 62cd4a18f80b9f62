// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { normalisePlate } from '../../domain/plate.ts'
import type { Query, VehicleView } from '../../queries/query.ts'
import { type UnsavedPlate, useUnsavedPlates } from '../../queries/use-unsaved-plates.ts'
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
import { VehicleIcon } from './vehicle-icon.tsx'
import { VehicleModal } from './vehicle-modal.tsx'
import { WaitingDeletions } from './waiting-deletions.tsx'

type Editing =
  | { readonly kind: 'add'; readonly start?: UnsavedPlate }
  | { readonly kind: 'edit'; readonly vehicle: VehicleView }

/** The driver's vehicles, the default first; a tap opens one. */
export function VehiclesSection() {
  const { t } = useLingui()
  const vehicles = useVehicles()
  const [editing, setEditing] = useState<Editing | null>(null)
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  const offers = useOffers(vehicles)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Vehicles</Trans>
      </h2>
      {vehicles.status === 'loading' && <Skeleton size="card" width="full" />}
      {vehicles.status === 'ready' && <SavedNote savedAt={vehicles.savedAt} fresh={vehicles.fresh} />}
      {vehicles.status === 'ready' && vehicles.savedAt !== null && saved.length === 0 && offers.length === 0 && (
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
      <Offers offers={offers} onAdd={(start) => setEditing({ kind: 'add', start })} />
      <Button kind="soft" icon={<PlusIcon />} onClick={() => setEditing({ kind: 'add' })}>
        <Trans>Add a vehicle</Trans>
      </Button>
      {editing !== null && (
        <VehicleModal
          vehicle={editing.kind === 'add' ? null : latest(saved, editing.vehicle)}
          {...(editing.kind === 'add' && editing.start !== undefined ? { start: editing.start } : {})}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

/** Leaves out plates of vehicles just added offline. */
function useOffers(vehicles: Query<readonly VehicleView[]>): readonly UnsavedPlate[] {
  const unsaved = useUnsavedPlates()
  if (vehicles.status === 'loading' || unsaved.status === 'loading') return []
  return unsaved.value.filter(({ plate }) =>
    vehicles.value.every((vehicle) => vehicle.plate_normalised !== normalisePlate(plate)),
  )
}

interface OffersProps {
  readonly offers: readonly UnsavedPlate[]
  readonly onAdd: (start: UnsavedPlate) => void
}

/** Plates typed for a booking; a tap opens the form prefilled with what is known. */
function Offers({ offers, onAdd }: OffersProps) {
  const { t } = useLingui()
  const typeName = useVehicleTypeName()
  if (offers.length === 0) return null
  return (
    <RowList form="card" label={t`Plates you booked with`}>
      {offers.map((start) => (
        <li key={start.plate}>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => onAdd(start)}>
            <ListRowFace
              icon={<VehicleIcon typeId={start.vehicle_type_id} />}
              title={<Plate>{start.plate}</Plate>}
              detail={<Trans>You booked with this plate: {typeName(start.vehicle_type_id)}</Trans>}
              end={
                <span className={styles.badges}>
                  <PlusIcon />
                  <Trans>Add</Trans>
                </span>
              }
            />
          </button>
        </li>
      ))}
    </RowList>
  )
}

/** Returns the vehicle's current version: after a conflict, the next attempt must be based on the provider's. */
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
