// Rarely rendered; memoisation would double this file.
'use no memo'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { consoleLog } from '../../lib/log.ts'
import { useConnection } from '../../queries/use-connection.ts'
import type { RegionOfferProps } from './region-offer.tsx'

/** Later than the list and the map. */
const LOAD_DELAY_MS = 3_000

/** Offers to save the searched region, once the rest of the page has loaded; offline there is nothing to offer. */
export function LaterOffer(props: RegionOfferProps) {
  const [Offer, setOffer] = useState<ComponentType<RegionOfferProps> | null>(null)
  const isOffline = useConnection().state === 'offline'
  useEffect(() => {
    const load = async () => {
      try {
        const { default: loaded } = await import('./region-offer.tsx')
        setOffer(() => loaded)
      } catch (error) {
        consoleLog.info('offer_not_loaded', { error: String(error) })
      }
    }
    const timer = setTimeout(() => void load(), LOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Offer === null || isOffline ? null : createElement(Offer, props)
}
