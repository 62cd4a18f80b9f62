// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type CompassPoint, compassPoint, turnDegrees, walkBack } from '../../domain/walk-back.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { ParkedPosition } from '../../queries/use-parked.ts'
import { ArrowUpIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { LocateTitle } from '../near-me.tsx'
import styles from '../parts.module.css'
import { useHeading } from './use-heading.ts'
import { useHere } from './use-here.ts'

export interface WalkBackViewProps {
  readonly car: ParkedPosition
  readonly hasCompass: boolean
}

/** Distance and direction to the car: an arrow if the phone has a compass, words in any case. Works offline. */
export function WalkBackView({ car, hasCompass }: WalkBackViewProps) {
  const format = useFormat()
  const { here, error } = useHere()
  const heading = useHeading(hasCompass)
  if (here === null && error !== null)
    return <Note tone="warning" icon={<TriangleIcon size={24} />} title={<LocateTitle error={error} />} role="alert" />
  if (here === null)
    return (
      <p role="status">
        <Trans>Finding your location…</Trans>
      </p>
    )
  const { metres, bearing, isThere } = walkBack(here, car)
  const distance = format.distance(metres)
  const blur = format.distance(here.accuracyMetres)
  return (
    <div className={styles.form} role="status">
      {heading !== null && !isThere && (
        <div data-turn style={{ transform: `rotate(${Math.round(turnDegrees(bearing, heading))}deg)`, margin: 'auto' }}>
          <ArrowUpIcon size={96} />
        </div>
      )}
      <h3>
        {isThere ? <Trans>Your car is here</Trans> : <WayText point={compassPoint(bearing)} distance={distance} />}
      </h3>
      <p className={styles.small}>
        <Trans>Straight line, accurate to {blur}.</Trans>
      </p>
    </div>
  )
}

function WayText({ point, distance }: { readonly point: CompassPoint; readonly distance: string }): ReactNode {
  switch (point) {
    case 'north':
      return <Trans>{distance} north</Trans>
    case 'north_east':
      return <Trans>{distance} north-east</Trans>
    case 'east':
      return <Trans>{distance} east</Trans>
    case 'south_east':
      return <Trans>{distance} south-east</Trans>
    case 'south':
      return <Trans>{distance} south</Trans>
    case 'south_west':
      return <Trans>{distance} south-west</Trans>
    case 'west':
      return <Trans>{distance} west</Trans>
    case 'north_west':
      return <Trans>{distance} north-west</Trans>
    default:
      return unreachable(point)
  }
}
