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

/**
 * Returns the areas with streets: from the phone at once, from the provider when it can be reached. Null when not known
 * yet.
 */
export function useStreetAreas(): readonly CreditedRegion[] | null {
  const isOffline = useConnection().state === 'offline'
  const saved = useStreetRegions()
  const [hasAsked, setAsked] = useState(false)
  useEffect(() => {
    // A failure means a map without streets; the next map asks again.
    if (!isOffline) void loadStreetRegions().then(() => setAsked(true))
  }, [isOffline])
  // This page may have loaded without the worker: tells it to keep the files that draw streets.
  useEffect(() => void tellWorker({ type: 'KEEP_FILES', group: 'streets' }), [])
  const known = saved.status === 'ready' ? saved.value : null
  if (known !== null) return known
  return hasAsked || isOffline ? NONE : null
}
