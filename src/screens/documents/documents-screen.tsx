// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { loadDocuments } from '../../actions/vehicle-documents.online.ts'
import { routes } from '../../config/routes.ts'
import type { CountryCode } from '../../domain/country.ts'
import { RENEWAL_COUNTRY } from '../../domain/vehicle-documents.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'
import { useVehicleDocuments } from '../../queries/use-vehicle-documents.ts'
import { useVehicles, type VehicleView } from '../../queries/use-vehicles.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Flag } from '../../ui/flag.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { CarIcon } from '../../ui/icons-place.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './documents.module.css'
import { RenewalCards } from './renewal-cards.tsx'
import { VehicleDocuments } from './vehicle-documents.tsx'

/** /vehicle-docs-renewal: expiry dates, and in Nigeria renewals; saved on the phone, only paying needs a connection. */
export default function DocumentsScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const session = useSession()
  const country = useSelectedCountry()?.code ?? RENEWAL_COUNTRY
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.home.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Vehicle documents</Trans>}
        detail={format.country(country)}
        end={
          <span className={styles.flag}>
            <Flag code={country} />
          </span>
        }
      />
      {country !== RENEWAL_COUNTRY && <Elsewhere />}
      {session.status === 'loading' && <Waiting />}
      {session.status === 'ready' && (session.value === null ? <Visitor /> : <DriverDocuments country={country} />)}
    </div>
  )
}

const Waiting = () => (
  <div className={styles.pad} aria-busy="true">
    <Skeleton size="card" width="full" />
  </div>
)

function Elsewhere() {
  const format = useFormat()
  const country = format.country(RENEWAL_COUNTRY)
  return (
    <div className={styles.pad}>
      <p>
        <Trans>We renew documents in {country} only. Here you can keep expiry dates and be reminded of them.</Trans>
      </p>
    </div>
  )
}

function Visitor() {
  return (
    <EmptyState
      icon={<CarIcon size={28} />}
      title={<Trans>Never drive on expired documents</Trans>}
      text={<Trans>Keep expiry dates here, and be reminded 30 and 7 days before.</Trans>}
      action={
        <Link to={routes.login.href(routes.vehicleDocs.href())} {...buttonLook()}>
          <Trans>Sign in</Trans>
        </Link>
      }
    />
  )
}

function DriverDocuments({ country }: { readonly country: CountryCode }) {
  const { t } = useLingui()
  const vehicles = useVehicles()
  const documents = useVehicleDocuments()
  const { failure, isRefreshing } = useRefresh(loadDocuments, null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (vehicles.status !== 'ready' || documents.status !== 'ready') return <Waiting />
  const view = documents.value
  if (vehicles.value.length === 0) return vehicles.savedAt === null && failure === null ? <Waiting /> : <NoVehicle />
  const wantedId = chosenId ?? view.draft?.vehicleId
  // Default: a vehicle of this country.
  const vehicle =
    vehicles.value.find(({ id }) => id === wantedId) ??
    vehicles.value.find(({ country_code: code }) => code === country) ??
    vehicles.value[0]
  return (
    <>
      <div className={styles.pad}>
        {view.isLoaded && <RefreshFailure failure={failure} doing={t`Updating this page`} />}
        {!view.isLoaded && failure !== null && <FailureNote failure={failure} doing={t`Loading your documents`} />}
        {vehicle !== undefined && <VehicleChoice vehicles={vehicles.value} vehicle={vehicle} onChoose={setChosenId} />}
      </div>
      {!view.isLoaded && isRefreshing && <Waiting />}
      {vehicle !== undefined && (
        <VehicleDocuments
          key={vehicle.id}
          vehicle={vehicle}
          view={view}
          canRenew={country === RENEWAL_COUNTRY && vehicle.country_code === RENEWAL_COUNTRY && view.fees !== null}
          cards={<RenewalCards renewals={view.renewals} />}
          age={view.isLoaded && <SavedNote savedAt={documents.savedAt} fresh={documents.fresh} />}
        />
      )}
    </>
  )
}

function VehicleChoice({
  vehicles,
  vehicle,
  onChoose,
}: {
  readonly vehicles: readonly VehicleView[]
  readonly vehicle: VehicleView
  readonly onChoose: (id: string) => void
}) {
  const { t } = useLingui()
  const nameOf = useVehicleTypeName()
  return (
    <>
      <SelectField
        label={t`Vehicle`}
        icon={<CarIcon />}
        value={vehicle.id}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {vehicles.map((one) => (
          <option key={one.id} value={one.id}>
            {one.plate} · {nameOf(one.vehicle_type_id)}
          </option>
        ))}
      </SelectField>
      {vehicle.pending && (
        <p className={parts.small}>
          <Trans>This vehicle waits for signal too.</Trans>
        </p>
      )}
    </>
  )
}

const NoVehicle = () => (
  <EmptyState
    icon={<CarIcon size={28} />}
    title={<Trans>No vehicle yet</Trans>}
    text={<Trans>Add your vehicle to keep its documents here.</Trans>}
    action={
      <Link to={routes.profile.href()} {...buttonLook()}>
        <Trans>Add a vehicle</Trans>
      </Link>
    }
  />
)
