import { Trans } from '@lingui/react/macro'
import { MINUTE_MS } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { useNow } from './use-now.ts'

const SECOND_MS = 1000

export interface PayTime {
  /** RFC 3339, the provider's time. */
  readonly expiresAt: string
  /** Provider's time minus the phone's, in milliseconds. */
  readonly aheadMs: number
}

/** Returns the milliseconds left to pay; 0 when the time is over. */
export function usePayTimeLeft({ expiresAt, aheadMs }: PayTime): number {
  const now = useNow(SECOND_MS)
  return Math.max(0, Date.parse(expiresAt) - (now + aheadMs))
}

/** "15 min left": rounded up to whole minutes; not announced by screen readers on its own. */
export function TimeToPay(time: PayTime) {
  const format = useFormat()
  const left = format.duration(Math.ceil(usePayTimeLeft(time) / MINUTE_MS) * MINUTE_MS)
  return (
    <span role="timer">
      <Trans>{left} left</Trans>
    </span>
  )
}
