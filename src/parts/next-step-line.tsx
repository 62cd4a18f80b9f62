// What the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Instant, MINUTE_MS } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import type { FreeReason } from '../domain/next-step.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import styles from './parts.module.css'
import { type AskedSteps, type FoundSteps, useNextSteps } from './use-next-steps.ts'

/** Who leaves this much earlier may have meant to. */
const LITTLE_MS = 15 * MINUTE_MS

export interface NextStepLineProps extends AskedSteps {
  readonly zone: string
  readonly currency: Currency
  /** Why the time until then costs nothing more. */
  readonly reasonAt?: (until: Instant) => FreeReason
}

/** What costs nothing more, or a little less: said, so that the driver need not try. It keeps its room while it is looked for anew. */
export function NextStepLine({ from, until, neverFalls, zone, currency, priceAt, reasonAt }: NextStepLineProps) {
  const found = useNextSteps({ from, until, neverFalls, priceAt })
  if (found === undefined) return null
  const isNow = found.from === from && found.until === until && found.priceAt === priceAt
  return (
    <div className={styles.nextSteps} data-old={isNow ? undefined : ''}>
      <StepsText {...found} zone={zone} currency={currency} reasonAt={reasonAt} />
    </div>
  )
}

type StepsTextProps = FoundSteps & {
  readonly zone: string
  readonly currency: Currency
  readonly reasonAt: NextStepLineProps['reasonAt'] | undefined
}

function StepsText({ until, priceAt, steps, zone, currency, reasonAt }: StepsTextProps) {
  const format = useFormat()
  const { free, cheaperLater, cheaperEarlier } = steps
  const less = (totalMinor: number) => format.money({ amountMinor: (priceAt(until) ?? 0) - totalMinor, currency })
  const later = cheaperLater ?? free
  const earlier = later === null || (cheaperEarlier !== null && until - cheaperEarlier.until <= LITTLE_MS)
  return (
    <>
      {later !== null && (
        <p className={styles.free}>
          {cheaperLater === null ? (
            <FreeText more={format.duration(later.until - until)} reason={reasonAt?.(later.until) ?? 'started'} />
          ) : (
            <Trans>
              Until {format.time(later.until, zone)} costs {less(later.totalMinor)} less
            </Trans>
          )}
        </p>
      )}
      {earlier && cheaperEarlier !== null && (
        <p className={styles.small}>
          <Trans>
            {format.duration(until - cheaperEarlier.until)} less saves {less(cheaperEarlier.totalMinor)}
          </Trans>
        </p>
      )}
    </>
  )
}

function FreeText({ more, reason }: { readonly more: string; readonly reason: FreeReason }): ReactNode {
  switch (reason) {
    case 'day_maximum':
      return <Trans>{more} more costs nothing: day maximum</Trans>
    case 'night_maximum':
      return <Trans>{more} more costs nothing: night maximum</Trans>
    case 'package':
      return <Trans>{more} more costs nothing: flat price</Trans>
    case 'maximum':
    case 'free':
    case 'started':
      return <Trans>{more} more costs nothing</Trans>
    default:
      return unreachable(reason)
  }
}
