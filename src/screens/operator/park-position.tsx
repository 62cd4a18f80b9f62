// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import type { LatLng } from '../../lib/cell.ts'
import { usePosition } from '../../stores/position.ts'
import { Button } from '../../ui/button.tsx'
import { FieldPair } from '../../ui/field-box.tsx'
import { LocateIcon } from '../../ui/icons-place.tsx'
import { TextField } from '../../ui/text-field.tsx'
import page from './operator.module.css'

interface ParkPositionProps {
  readonly position: LatLng | null
  readonly lat: ReactNode
  readonly lng: ReactNode
}

const DECIMALS = 6

/** Where the entrance is: typed, pasted from a map, or where the operator stands. */
export function ParkPosition({ position, lat, lng }: ParkPositionProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const { asking, locate } = usePosition()
  const [metres, setMetres] = useState<number | null | undefined>(undefined)
  const takeMine = async () => {
    const answer = await locate()
    setMetres(answer.ok ? Math.ceil(answer.value.accuracyMetres) : null)
    if (!answer.ok) return
    const set = (name: string, degrees: number) => {
      const input = box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (input !== null && input !== undefined) input.value = degrees.toFixed(DECIMALS)
    }
    set('lat', answer.value.lat)
    set('lng', answer.value.lng)
  }
  const input = { inputMode: 'text', autoComplete: 'off', maxLength: 500 } as const
  return (
    <div ref={box} className={page.stack} role="group" aria-label={t`Position of the gate`}>
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
      <p className={page.muted}>
        <Trans>Paste both from a map into the first field, or stand at the gate.</Trans>
      </p>
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
