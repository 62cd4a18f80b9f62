import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { consoleLog } from '../lib/log.ts'
import { whenIdle } from '../lib/when-idle.ts'

const WITHIN_MS = 500

/**
 * A part of a page that stands without it, loaded after it. Null until then, and where it cannot be had: a phone that never loaded it and
 * has no signal now.
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
        // Drawn so that a tap comes in between: nobody has asked for it yet.
        startTransition(() => setPart(() => loaded))
      } catch (error) {
        consoleLog.info('part_not_loaded', { error: String(error) })
      }
    }
    // What the page itself needs first.
    return whenIdle(() => void take(), WITHIN_MS)
  }, [load])
  return Part
}
