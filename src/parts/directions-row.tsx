// Drawn seldom: what the compiler adds would be half of its bytes.
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

/** The way to a place: with the maps app that was chosen before, else asked which. Nothing is opened before a tap. */
export function DirectionsRow({ at, size = 'fact' }: { readonly at: LatLng; readonly size?: RowSize }) {
  const { t } = useLingui()
  const names = useMapAppNames()
  const isOffline = useConnection().state === 'offline'
  const [isAsking, setAsking] = useState(false)
  const apps = mapAppsOf(navigator.userAgent)
  const kept = useSyncExternalStore(chosenMapApp.subscribe, chosenMapApp.get, chosenMapApp.get)
  const app = apps.find((name) => name === kept)
  return (
    <>
      {app === undefined ? (
        <button type="button" aria-haspopup="dialog" {...listRowLook(size)} onClick={() => setAsking(true)}>
          <ListRowFace icon={<DirectionsIcon />} title={t`Directions`} end={<ChevronEndIcon size={18} />} />
        </button>
      ) : (
        <div className={styles.directions}>
          <MapLink at={at} app={app} size={size}>
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
      <Modal open={isAsking} onClose={() => setAsking(false)} title={<Trans>Directions with</Trans>}>
        <RowList label={t`Maps apps`}>
          {apps.map((name) => (
            <li key={name}>
              <MapLink
                at={at}
                app={name}
                onOpen={() => {
                  chooseMapApp(name)
                  setAsking(false)
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
    </>
  )
}

interface MapLinkProps {
  readonly at: LatLng
  readonly app: MapApp
  readonly size?: RowSize
  readonly onOpen?: () => void
  readonly children: React.ReactNode
}

/** An app of the phone opens over this page; a web address in a tab of its own. */
function MapLink({ at: { lat, lng }, app, size = 'normal', onOpen, children }: MapLinkProps) {
  return (
    <a
      href={directionsHref(lat, lng, app)}
      {...(isOnPhone(app) ? {} : { target: '_blank', rel: 'noreferrer' })}
      {...listRowLook(size)}
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
