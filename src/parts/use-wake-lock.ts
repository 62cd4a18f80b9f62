import { useEffect, useState } from 'react'
import { consoleLog } from '../lib/log.ts'

/** Keeps the screen on while shown and visible. Returns whether the browser agreed. */
export function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const asked = await navigator.wakeLock.request('screen')
        // The page may have been left while the browser was answering.
        if (isOver) {
          await asked.release()
          return
        }
        lock = asked
        setHeld(true)
        asked.addEventListener('release', () => setHeld(false))
      } catch (error) {
        // Low battery or policy: everything else works, but the screen may turn off.
        consoleLog.info('screen may sleep', { reason: String(error) })
      }
    }
    void ask()
    const onVisible = () => void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
  return isHeld
}
