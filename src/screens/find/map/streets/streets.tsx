// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { loadStreetRegions } from '../../../../actions/load-street-regions.online.ts'
import { tellWorker } from '../../../../lib/tell-worker.ts'
import { onTheme } from '../../../../parts/base-map/map-colours.ts'
import { useConnection } from '../../../../queries/use-connection.ts'
import { useStreetRegions } from '../../../../queries/use-street-regions.ts'
import type { Box } from '../../../../streets/tile-math.ts'
import { readStreetLook } from './read-street-look.ts'
import { StreetCredit } from './street-credit.tsx'
import { StreetMap } from './street-map.ts'
import { type StreetsState, UNKNOWN_STREETS } from './streets-state.ts'

const NOTHING_COVERED: readonly Box[] = []

export interface StreetsProps {
  /** Another value whenever a pin may have come, gone or moved. */
  readonly pins: string
  /** Told where streets lie over the outlines. */
  readonly onCovered: (boxes: readonly Box[]) => void
}

/** Streets over the built-in map, where the provider has some: drawn in a thread, kept on the phone, there with no signal. */
export default function Streets({ pins, onCovered }: StreetsProps) {
  const map = useMap()
  const [state, setState] = useState<StreetsState>(UNKNOWN_STREETS)
  const [streets] = useState(() => new StreetMap(map, setState))
  useEffect(() => {
    streets.start()
    return () => streets.remove()
  }, [streets])
  useLook(streets)
  useRegions(streets)
  useEffect(() => streets.setPins(pins), [streets, pins])
  useEffect(() => onCovered(state.kind === 'shown' ? state.boxes : NOTHING_COVERED), [state, onCovered])
  // This page may have come without the worker: it is told to keep what draws streets.
  useEffect(() => void tellWorker({ type: 'KEEP_FILES', group: 'streets' }), [])
  return <StreetCredit streets={state} />
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

/** From the phone at once, from the provider when it can be reached. */
function useRegions(streets: StreetMap): void {
  const isOffline = useConnection().state === 'offline'
  const saved = useStreetRegions()
  const [hasAsked, setAsked] = useState(false)
  useEffect(() => {
    // What went wrong shows as a map without streets; the next map asks again.
    if (!isOffline) void loadStreetRegions().then(() => setAsked(true))
  }, [isOffline])
  const known = saved.status === 'ready' ? saved.value : null
  useEffect(() => {
    if (known !== null) streets.setRegions(known)
    else if (hasAsked || isOffline) streets.setRegions([])
  }, [streets, known, hasAsked, isOffline])
}
