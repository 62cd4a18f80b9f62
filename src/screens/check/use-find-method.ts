import { useEffect, useState } from 'react'
import { consoleLog } from '../../lib/log.ts'
import type { FindMethod } from './find-car.tsx'

/** Whether the camera opens without a permission prompt. False when the browser cannot tell. */
async function isCameraAllowed(): Promise<boolean> {
  // Undefined in older browsers.
  const permissions: Permissions | undefined = navigator.permissions
  const status = await permissions?.query({ name: 'camera' })
  return status?.state === 'granted'
}

/**
 * Starts with the camera if it is already allowed, otherwise with the code, so that a permission prompt only follows a
 * tap.
 */
export function useFindMethod(): readonly [FindMethod, (method: FindMethod) => void] {
  const [chosen, setChosen] = useState<FindMethod | null>(null)
  useEffect(() => {
    isCameraAllowed()
      .then((isAllowed) => {
        if (isAllowed) setChosen((earlier) => earlier ?? 'camera')
      })
      .catch((error: unknown) => consoleLog.info('camera permission unknown', { error: String(error) }))
  }, [])
  return [chosen ?? 'code', setChosen]
}
