import { startTransition, useEffect, useState } from 'react'
import { loadFreeSpaces } from '../actions/parks.online.ts'
import type { FreeSpacesWire } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { useConnection } from '../queries/use-connection.ts'

export type FreeForStay = ReadonlyMap<number, FreeSpacesWire>

const NOTHING: FreeForStay = new Map()

/**
 * Returns the free spaces of these car parks for the chosen stay, by car park id; asks the provider when the stay or
 * the car parks change and when the connection is back. Empty until the provider has answered for this very stay:
 * counts for another stay are never shown for this one.
 */
export function useFreeSpaces(
  parks: readonly { readonly id: number }[],
  { fromMs, untilMs }: { readonly fromMs: Instant; readonly untilMs: Instant },
): FreeForStay {
  const isOffline = useConnection().state === 'offline'
  const ids = parks.map(({ id }) => id).join(',')
  const stayKey = `${fromMs}-${untilMs}`
  const [told, setTold] = useState<{ readonly stayKey: string; readonly free: FreeForStay }>()
  useEffect(() => {
    if (isOffline || ids === '' || untilMs <= fromMs) return undefined
    let isCurrent = true
    const ask = async () => {
      const answer = await loadFreeSpaces({ parkIds: ids.split(',').map(Number), fromMs, untilMs })
      if (!isCurrent || !answer.ok) return
      const heard = answer.value.map((free) => [free.park_id, free] as const)
      // Hundreds of rows may change: a transition lets taps in between.
      startTransition(() =>
        setTold((known) => ({ stayKey, free: new Map([...(known?.stayKey === stayKey ? known.free : []), ...heard]) })),
      )
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [ids, fromMs, untilMs, stayKey, isOffline])
  return told?.stayKey === stayKey ? told.free : NOTHING
}
