import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { loadStreetRegions } from '../../../../actions/load-street-regions.online.ts'
import { KEEP_STREET_FILES } from '../../../../lib/street-files.ts'
import { onTheme } from '../../../../parts/base-map/map-colours.ts'
import { useConnection } from '../../../../queries/use-connection.ts'
import { useStreetRegions } from '../../../../queries/use-street-regions.ts'
import type { StreetsState } from '../streets-state.ts'
import { readStreetLook } from './read-street-look.ts'
import { StreetMap } from './street-map.ts'

export interface StreetsProps {
  /** Another value whenever a pin may have come, gone or moved. */
  readonly pins: unknown
  readonly onState: (state: StreetsState) => void
}

/** Streets over the built-in map, where the provider has some: drawn in a thread, kept on the phone, there with no signal. */
export default function Streets({ pins, onState }: StreetsProps) {
  const map = useMap()
  const [streets, setStreets] = useState<StreetMap | null>(null)
  useEffect(() => {
    const made = new StreetMap(map, onState)
    setStreets(made)
    return () => made.remove()
  }, [map, onState])
  useLook(streets)
  useRegions(streets)
  useEffect(() => streets?.updateNames(), [streets, pins])
  useEffect(() => void keepFiles(), [])
  return null
}

function useLook(streets: StreetMap | null): void {
  const map = useMap()
  const { i18n } = useLingui()
  const language = i18n.locale === 'fr' ? 'fr' : 'en'
  useEffect(() => {
    if (streets === null) return undefined
    const look = () => streets.setLook(readStreetLook(map.getContainer(), language))
    look()
    return onTheme(look)
  }, [streets, map, language])
}

/** From the phone at once, from the provider when it can be reached. */
function useRegions(streets: StreetMap | null): void {
  const isOffline = useConnection().state === 'offline'
  const saved = useStreetRegions()
  const [hasAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isOffline) return setAsked(true)
    // What went wrong shows as a map without streets; the next map asks again.
    void loadStreetRegions().then(() => setAsked(true))
    return undefined
  }, [isOffline])
  const known = saved.status === 'ready' ? saved.value : null
  useEffect(() => {
    if (known !== null) streets?.setRegions(known)
    else if (hasAsked) streets?.setRegions([])
  }, [streets, known, hasAsked])
}

/** This page may have come without the worker: it is told to keep what draws streets. */
async function keepFiles(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ type: KEEP_STREET_FILES })
}
