import { Trans } from '@lingui/react/macro'
import { useNow } from './use-now.ts'

const SECOND_MS = 1000

export interface PayTime {
  /** RFC 3339, the provider's time. */
  readonly expiresAt: string
  /** Provider's time less the phone's, milliseconds. */
  readonly aheadMs: number
}

/** Milliseconds in which the driver may still pay; 0 when they are over. */
export function usePayTimeLeft({ expiresAt, aheadMs }: PayTime): number {
  const now = useNow(SECOND_MS)
  return Math.max(0, Date.parse(expiresAt) - (now + aheadMs))
}

const twoDigits = (value: number): string => value.toString().padStart(2, '0')

/** "14:32 left": counts down each second, read out only when asked for. */
export function TimeToPay(time: PayTime) {
  const leftMs = usePayTimeLeft(time)
  const seconds = Math.floor(leftMs / SECOND_MS)
  const left = `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
  return (
    <span role="timer">
      <Trans>{left} left</Trans>
    </span>
  )
}
