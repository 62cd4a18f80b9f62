import { Trans } from '@lingui/react/macro'
import { MINUTE_MS } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
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

/** "15 min left": whole minutes, a started one counts; read out only when asked for. */
export function TimeToPay(time: PayTime) {
  const format = useFormat()
  const left = format.duration(Math.ceil(usePayTimeLeft(time) / MINUTE_MS) * MINUTE_MS)
  return (
    <span role="timer">
      <Trans>{left} left</Trans>
    </span>
  )
}
