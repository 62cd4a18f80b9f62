import { useEffect, useState, useSyncExternalStore } from 'react'
import { consoleLog } from '../../lib/log.ts'
import { type Camera, type CameraProblem, openCamera, type Range } from './camera.ts'
import { createQrReader, type QrReader } from './qr-reader.ts'

export type CameraState =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'on'
      readonly camera: Camera
      /** Rejects when no decoder could be loaded. */
      readonly reader: Promise<QrReader>
    }
  | { readonly kind: 'failed'; readonly problem: CameraProblem }

const STARTING: CameraState = { kind: 'starting' }

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Off while the page is hidden: a camera running in a pocket drains the battery, and other apps may need it. */
const isShown = () => document.visibilityState === 'visible'

const closeReader = (reader: Promise<QrReader>): Promise<void> =>
  reader.then(
    ({ close }) => close(),
    (error: unknown) => consoleLog.info('no reader to close', { error: String(error) }),
  )

/**
 * Runs the camera and its decoder while they are wanted and the page is visible. They stay open while a verdict is
 * shown: opening takes up to a second, and the decoder's first frame takes three times as long as the next.
 */
export function useCamera(
  isWanted: boolean,
  range: Range = 'near',
): { readonly state: CameraState; readonly retry: () => void } {
  const isVisible = useSyncExternalStore(subscribe, isShown, () => false)
  const [state, setState] = useState<CameraState>(STARTING)
  const [attempt, setAttempt] = useState(0)
  const isOn = isWanted && isVisible

  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    let close = (): void => undefined
    // The decoder loads and warms up while the camera opens.
    const reader = createQrReader()
    const show = (next: CameraState): void => {
      if (!isOver) setState(next)
    }
    const start = async () => {
      const opened = await openCamera(range, () => show({ kind: 'failed', problem: 'lost' }))
      if (!opened.ok) return show({ kind: 'failed', problem: opened.error })
      // The page may have been left while the browser was asking for permission.
      if (isOver) return opened.value.close()
      close = opened.value.close
      return show({ kind: 'on', camera: opened.value, reader })
    }
    start().catch((error: unknown) => {
      consoleLog.error('camera not opened', { error: String(error), attempt })
      show({ kind: 'failed', problem: 'absent' })
    })
    return () => {
      isOver = true
      close()
      void closeReader(reader)
      setState(STARTING)
    }
  }, [isOn, attempt, range])

  return { state, retry: () => setAttempt((count) => count + 1) }
}
