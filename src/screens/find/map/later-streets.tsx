// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { consoleLog } from '../../../lib/log.ts'
import { whenIdle } from '../../../parts/when-idle.ts'
import type { StreetsProps } from './streets/streets.tsx'

const STREETS_WITHIN_MS = 500

/**
 * What draws streets, once it is loaded: after the map, which stands without it. Null until then, and where it cannot be had: a phone that
 * opened no map before and has no signal now.
 */
function useStreets(): ComponentType<StreetsProps> | null {
  const [Streets, setStreets] = useState<ComponentType<StreetsProps> | null>(null)
  useEffect(() => {
    const load = async () => {
      try {
        const { default: loaded } = await import('./streets/streets.tsx')
        setStreets(() => loaded)
      } catch (error) {
        consoleLog.info('streets_not_loaded', { error: String(error) })
      }
    }
    // The map's own tiles first.
    return whenIdle(() => void load(), STREETS_WITHIN_MS)
  }, [])
  return Streets
}

/** The streets of the map, in their own chunk. */
export function LaterStreets(props: StreetsProps) {
  const Streets = useStreets()
  return Streets === null ? null : createElement(Streets, props)
}
