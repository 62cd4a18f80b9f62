import { useEffect, useState } from 'react'
import { type CompassReading, headingOf } from '../../domain/walk-back.ts'
import { consoleLog } from '../../lib/log.ts'

/** iOS, and Chromium since 156, ask the driver, and only at a tap; elsewhere nobody is asked. */
interface Asking {
  readonly requestPermission: () => Promise<PermissionState>
}

const isAsking = (type: object): type is Asking => 'requestPermission' in type

/** At a tap. False: the phone has no compass, or may not be asked for it. */
export async function askForCompass(): Promise<boolean> {
  if (!('DeviceOrientationEvent' in globalThis)) return false
  if (!isAsking(DeviceOrientationEvent)) return true
  try {
    return (await DeviceOrientationEvent.requestPermission()) === 'granted'
  } catch (error) {
    consoleLog.info('compass not asked for', { reason: String(error) })
    return false
  }
}

/** Chromium tells of north in an event of its own; iOS beside what the common one tells. */
const EVENTS = ['deviceorientationabsolute', 'deviceorientation']

/** Where the top of the screen points, whole degrees clockwise from north; null where no compass tells. */
export function useHeading(isAllowed: boolean): number | null {
  const [heading, setHeading] = useState<number | null>(null)
  useEffect(() => {
    if (!isAllowed) return undefined
    const read = (event: Event) => {
      const found = headingOf(event as Event & CompassReading, screen.orientation?.angle ?? 0)
      if (found !== null) setHeading(Math.round(found))
    }
    for (const name of EVENTS) addEventListener(name, read)
    return () => {
      for (const name of EVENTS) removeEventListener(name, read)
    }
  }, [isAllowed])
  return heading
}
