// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { consoleLog } from '../../lib/log.ts'
import { useConnection } from '../../queries/use-connection.ts'
import type { RegionOfferProps } from './region-offer.tsx'

/** After list and map. */
const LATER_MS = 3_000

/** The offer to keep what is searched, once nothing else is waited for; without a connection there is nothing to offer. */
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
    const timer = setTimeout(() => void load(), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return Offer === null || isOffline ? null : createElement(Offer, props)
}
