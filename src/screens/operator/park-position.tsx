// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { createElement, type ReactNode, useRef, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import type { LatLng } from '../../lib/cell.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import type { PinMapProps } from '../../parts/map/pin-map.tsx'
import { MapBoundary } from '../../parts/map-boundary.tsx'
import { useLater } from '../../parts/use-later.ts'
import { usePosition } from '../../stores/position.ts'
import { Button } from '../../ui/button.tsx'
import { FieldPair } from '../../ui/field-box.tsx'
import { LocateIcon } from '../../ui/icons-place.tsx'
import { TextField } from '../../ui/text-field.tsx'
import page from './operator.module.css'
import { findPlace } from './read-park-form.ts'

const loadMap = () => import('../../parts/map/pin-map.tsx')

/** Loaded after the form, since most visits change something else. */
function LaterMap(props: PinMapProps) {
  const PinMap = useLater(loadMap)
  return PinMap === null ? null : createElement(PinMap, props)
}

interface ParkPositionProps {
  readonly position: LatLng | null
  /** Where the map opens until there is a position. */
  readonly country: CountryCode
  readonly lat: ReactNode
  readonly lng: ReactNode
}

const DECIMALS = 6

/**
 * Position of the entrance: set on the map, typed, pasted from another map, or taken from the operator's location. The
 * fields hold the value; the map follows.
 */
export function ParkPosition({ position, country, lat, lng }: ParkPositionProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const { asking, locate } = usePosition()
  const [metres, setMetres] = useState<number | null | undefined>(undefined)
  const [at, setAt] = useState(position)
  const write = (to: LatLng) => {
    for (const name of ['lat', 'lng'] as const) {
      const input = box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (input === null || input === undefined) continue
      input.value = to[name].toFixed(DECIMALS)
      // Fires the event that typing would.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  const takeMine = async () => {
    const answer = await locate()
    setMetres(answer.ok ? Math.ceil(answer.value.accuracyMetres) : null)
    if (answer.ok) write(answer.value)
  }
  const read = () => {
    const form = box.current?.closest('form')
    if (form !== null && form !== undefined) setAt(findPlace(new FormData(form)))
  }
  const input = { inputMode: 'text', autoComplete: 'off', maxLength: 500 } as const
  return (
    <div ref={box} className={page.stack} role="group" aria-label={t`Position of the gate`} onInput={read}>
      <div className={page.map}>
        <MapBoundary
          fallback={
            <p className={page.muted}>
              <Trans>The map couldn’t be loaded.</Trans>
            </p>
          }
        >
          <LaterMap
            key={country}
            name={t`Map of the gate`}
            pinLabel={t`The gate: move it with the arrow keys`}
            start={START_PLACE[country]}
            at={at}
            onMove={write}
          />
        </MapBoundary>
      </div>
      <p className={page.muted}>
        <Trans>
          Tap the map where drivers enter, or drag the pin. You can also paste a place from a map into the first field.
        </Trans>
      </p>
      <FieldPair>
        <TextField
          label={t`Latitude of the gate`}
          name="lat"
          {...input}
          defaultValue={position?.lat ?? ''}
          error={lat}
        />
        <TextField
          label={t`Longitude of the gate`}
          name="lng"
          {...input}
          defaultValue={position?.lng ?? ''}
          error={lng}
        />
      </FieldPair>
      <Button kind="secondary" size="small" icon={<LocateIcon />} busy={asking} onClick={() => void takeMine()}>
        <Trans>Use my location</Trans>
      </Button>
      {metres === null && (
        <p role="status">
          <Trans>We couldn’t find your location</Trans>
        </p>
      )}
      {typeof metres === 'number' && (
        <p role="status">
          <Trans>Your location, accurate to {metres} m.</Trans>
        </p>
      )}
    </div>
  )
}
