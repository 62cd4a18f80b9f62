import { useEffect, useState } from 'react'
import { loadStreetRegions } from '../../actions/street-regions.online.ts'
import { tellWorker } from '../../lib/tell-worker.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useStreetRegions } from '../../queries/use-street-regions.ts'
import type { StreetRegion } from '../../streets/street-archive.ts'

export interface CreditedRegion extends StreetRegion {
  readonly attribution: string
}

const NONE: readonly CreditedRegion[] = []

/** The areas with streets: from the phone at once, from the provider when it can be reached. Null: not known yet. */
export function useStreetAreas(): readonly CreditedRegion[] | null {
  const isOffline = useConnection().state === 'offline'
  const saved = useStreetRegions()
  const [hasAsked, setAsked] = useState(false)
  useEffect(() => {
    // What went wrong shows as a map without streets; the next map asks again.
    if (!isOffline) void loadStreetRegions().then(() => setAsked(true))
  }, [isOffline])
  // This page may have come without the worker: it is told to keep what draws streets.
  useEffect(() => void tellWorker({ type: 'KEEP_FILES', group: 'streets' }), [])
  const known = saved.status === 'ready' ? saved.value : null
  if (known !== null) return known
  return hasAsked || isOffline ? NONE : null
}
