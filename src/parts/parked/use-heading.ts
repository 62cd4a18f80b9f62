import { useEffect, useState } from 'react'
import { type CompassReading, headingOf } from '../../domain/walk-back.ts'
import { consoleLog } from '../../lib/log.ts'

/** iOS, and Chromium from 156 on, ask the driver, and only on a tap; other browsers do not ask. */
interface Asking {
  readonly requestPermission: () => Promise<PermissionState>
}

const isAsking = (type: object): type is Asking => 'requestPermission' in type

/** Asks for the compass; call on a tap. Returns false when the phone has no compass or access is denied. */
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

/** Chromium reports north in a separate event; iOS in a property of the common one. */
const EVENTS = ['deviceorientationabsolute', 'deviceorientation']

/**
 * Returns where the top of the screen points, in whole degrees clockwise from north; null without a compass reading.
 */
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
