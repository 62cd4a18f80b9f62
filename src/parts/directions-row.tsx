// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { directionsHref, isOnPhone, type MapApp, mapAppsOf } from '../config/directions.ts'
import type { LatLng } from '../lib/cell.ts'
import { useConnection } from '../queries/use-connection.ts'
import { chooseMapApp, chosenMapApp } from '../stores/map-app.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ChevronDownIcon, ChevronEndIcon, DirectionsIcon, ExternalIcon } from '../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList, type RowSize } from '../ui/list-row.tsx'
import { Modal } from '../ui/modal.tsx'
import styles from './parts.module.css'

/** Directions to a place: in the maps app chosen before, or after asking which one. Opens nothing before a tap. */
export function DirectionsRow({ at, size = 'fact' }: { readonly at: LatLng; readonly size?: RowSize }) {
  const { t } = useLingui()
  const names = useMapAppNames()
  const isOffline = useConnection().state === 'offline'
  const [isAsking, setAsking] = useState(false)
  const app = useChosenMapApp()
  return (
    <>
      {app === undefined ? (
        <button type="button" aria-haspopup="dialog" {...listRowLook(size)} onClick={() => setAsking(true)}>
          <ListRowFace icon={<DirectionsIcon />} title={t`Directions`} end={<ChevronEndIcon size={18} />} />
        </button>
      ) : (
        <div className={styles.directions}>
          <MapLink at={at} app={app} look={listRowLook(size)}>
            <ListRowFace
              icon={<DirectionsIcon />}
              title={t`Directions with ${names[app]}`}
              detail={isOffline && !isOnPhone(app) ? t`Needs a connection` : undefined}
            />
          </MapLink>
          <IconButton
            label={t`Choose another maps app`}
            icon={<ChevronDownIcon />}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          />
        </div>
      )}
      <MapAppDialog at={at} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

/** The same as one of several actions in a row, with its own look. */
export function DirectionsAction({ at, className }: { readonly at: LatLng; readonly className: string | undefined }) {
  const [isAsking, setAsking] = useState(false)
  const app = useChosenMapApp()
  const face = (
    <>
      <DirectionsIcon size={24} />
      <Trans>Directions</Trans>
    </>
  )
  return (
    <>
      {app === undefined ? (
        <button type="button" aria-haspopup="dialog" className={className} onClick={() => setAsking(true)}>
          {face}
        </button>
      ) : (
        <MapLink at={at} app={app} look={{ className }}>
          {face}
        </MapLink>
      )}
      <MapAppDialog at={at} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

/** Returns undefined when no app was chosen yet, or when the chosen one is not available on this phone. */
function useChosenMapApp(): MapApp | undefined {
  const kept = useSyncExternalStore(chosenMapApp.subscribe, chosenMapApp.get, chosenMapApp.get)
  return mapAppsOf(navigator.userAgent).find((name) => name === kept)
}

interface MapAppDialogProps {
  readonly at: LatLng
  readonly open: boolean
  readonly onClose: () => void
}

function MapAppDialog({ at, open, onClose }: MapAppDialogProps) {
  const { t } = useLingui()
  const names = useMapAppNames()
  const isOffline = useConnection().state === 'offline'
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Directions with</Trans>}>
      <RowList label={t`Maps apps`}>
        {mapAppsOf(navigator.userAgent).map((name) => (
          <li key={name}>
            <MapLink
              at={at}
              app={name}
              look={listRowLook()}
              onOpen={() => {
                chooseMapApp(name)
                onClose()
              }}
            >
              <ListRowFace
                title={names[name]}
                detail={isOffline ? (isOnPhone(name) ? t`Works offline` : t`Needs a connection`) : undefined}
                end={isOnPhone(name) ? undefined : <ExternalIcon size={18} />}
              />
            </MapLink>
          </li>
        ))}
      </RowList>
      <p className={styles.small}>
        <Trans>Your choice is kept on this phone.</Trans>
      </p>
    </Modal>
  )
}

interface MapLinkProps {
  readonly at: LatLng
  readonly app: MapApp
  /** Class and attributes of a row or another element. */
  readonly look: { readonly className?: string | undefined }
  readonly onOpen?: () => void
  readonly children: React.ReactNode
}

/** A link to a maps app, which opens over this page; a web address opens in a new tab. */
function MapLink({ at: { lat, lng }, app, look, onOpen, children }: MapLinkProps) {
  return (
    <a
      href={directionsHref(lat, lng, app)}
      {...(isOnPhone(app) ? {} : { target: '_blank', rel: 'noreferrer' })}
      {...look}
      onClick={onOpen}
    >
      {children}
    </a>
  )
}

function useMapAppNames(): Readonly<Record<MapApp, string>> {
  const { t } = useLingui()
  return {
    phone: t`Maps on this phone`,
    apple: 'Apple Maps',
    google: 'Google Maps',
    waze: 'Waze',
    openstreetmap: 'OpenStreetMap',
  }
}
