import { useEffect, useState } from 'react'
import { consoleLog } from '../../lib/log.ts'
import type { FindMethod } from './find-car.tsx'

/** Whether the browser will ask nobody. False where it cannot say. */
async function isCameraAllowed(): Promise<boolean> {
  // Undefined in browsers older than those of today.
  const permissions: Permissions | undefined = navigator.permissions
  const status = await permissions?.query({ name: 'camera' })
  return status?.state === 'granted'
}

/** The camera from the start where it was allowed before; else the code, so that a question by the browser follows a tap. */
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
