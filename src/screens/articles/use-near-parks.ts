import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import type { ListedKind } from '../../domain/listed-kinds.ts'
import type { Place } from '../../domain/places/place.ts'
import { consoleLog } from '../../lib/log.ts'
import { connection } from '../../signals/connection.ts'

export interface NearParks {
  /** Null when the phone has no copy and none can be loaded. */
  readonly places: readonly Place[] | 'loading' | null
  readonly retry: () => void
}

/** The place client's chunk is stored together with the places, so the import can fail too. */
async function load(kind: ListedKind, country: CountryCode): Promise<readonly Place[] | null> {
  try {
    const { askNearParks } = await import('../../parts/places/place-client.ts')
    return await askNearParks({ kind, country })
  } catch (error) {
    consoleLog.warn('places_not_loaded', { error: String(error) })
    return null
  }
}

/** The places of a country that have car parks nearby; retried when the connection returns. */
export function useNearParks(kind: ListedKind, country: CountryCode): NearParks {
  const [places, setPlaces] = useState<NearParks['places']>('loading')
  useEffect(() => {
    let isCurrent = true
    let isMissing = false
    const show = async (): Promise<void> => {
      const found = await load(kind, country)
      isMissing = found === null
      if (isCurrent) setPlaces(found)
    }
    void show()
    const stop = connection.subscribe(() => {
      if (isMissing && connection.get().state !== 'offline') void show()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [kind, country])
  const retry = () => {
    setPlaces('loading')
    void load(kind, country).then(setPlaces)
  }
  return { places, retry }
}
