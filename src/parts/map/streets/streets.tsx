// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { onTheme } from '../../base-map/map-colours.ts'
import { readStreetLook } from '../../streets/read-street-look.ts'
import { useStreetAreas } from '../../streets/use-street-areas.ts'
import type { Box } from '../../../streets/tile-math.ts'
import { StreetCredit } from './street-credit.tsx'
import { StreetMap } from './street-map.ts'
import { type StreetsState, UNKNOWN_STREETS } from './streets-state.ts'

const NOTHING_COVERED: readonly Box[] = []

export interface StreetsProps {
  /** Changes whenever a pin may have appeared, disappeared or moved. */
  readonly pins: string
  /** Receives the areas where streets cover the outlines. */
  readonly onCovered: (boxes: readonly Box[]) => void
}

/**
 * Streets over the built-in map, where the provider has them: drawn in a worker, kept on the phone, available offline.
 */
export default function Streets({ pins, onCovered }: StreetsProps) {
  const map = useMap()
  const [state, setState] = useState<StreetsState>(UNKNOWN_STREETS)
  const [streets] = useState(() => new StreetMap(map, setState))
  useEffect(() => {
    streets.start()
    return () => streets.remove()
  }, [streets])
  useLook(streets)
  const load = () => streets.load()
  const areas = useStreetAreas()
  useEffect(() => {
    if (areas !== null) streets.setRegions(areas)
  }, [streets, areas])
  useEffect(() => streets.setPins(pins), [streets, pins])
  useEffect(() => onCovered(state.kind === 'shown' ? state.boxes : NOTHING_COVERED), [state, onCovered])
  return <StreetCredit streets={state} onLoad={load} />
}

function useLook(streets: StreetMap): void {
  const map = useMap()
  const { i18n } = useLingui()
  const language = i18n.locale === 'fr' ? 'fr' : 'en'
  useEffect(() => {
    const look = () => streets.setLook(readStreetLook(map.getContainer(), language))
    look()
    return onTheme(look)
  }, [streets, map, language])
}
