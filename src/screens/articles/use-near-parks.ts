import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import type { ListedKind } from '../../domain/listed-kinds.ts'
import type { Place } from '../../domain/places/place.ts'
import { consoleLog } from '../../lib/log.ts'
import { connection } from '../../signals/connection.ts'

export interface NearParks {
  /** Null: the phone does not have them, and they cannot be had now. */
  readonly places: readonly Place[] | 'loading' | null
  readonly retry: () => void
}

/** What asks for places is kept with them, so it can be missing like them. */
async function load(kind: ListedKind, country: CountryCode): Promise<readonly Place[] | null> {
  try {
    const { askNearParks } = await import('../../parts/places/place-client.ts')
    return await askNearParks({ kind, country })
  } catch (error) {
    consoleLog.warn('places_not_loaded', { error: String(error) })
    return null
  }
}

/** The places of a country near which there are car parks; asked for again when the connection is back. */
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
