import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { consoleLog } from '../lib/log.ts'
import { whenIdle } from '../lib/when-idle.ts'

const WITHIN_MS = 500

/**
 * Loads an optional part of a page after the page itself. Returns null until then, and when the part cannot be loaded
 * (never loaded on this phone, and offline now).
 * @param load the import itself, not a closure made while rendering.
 */
export function useLater<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    const take = async () => {
      try {
        const { default: loaded } = await load()
        // In a transition, so that taps come first: the driver has not asked for this part yet.
        startTransition(() => setPart(() => loaded))
      } catch (error) {
        consoleLog.info('part_not_loaded', { error: String(error) })
      }
    }
    // The page's own requests come first.
    return whenIdle(() => void take(), WITHIN_MS)
  }, [load])
  return Part
}
