// Memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Instant, MINUTE_MS } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import type { FreeReason } from '../domain/next-step.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'
import { type AskedSteps, type FoundSteps, useNextSteps } from './use-next-steps.ts'

/** Beside a later end, an earlier one is suggested only within this time. */
const LITTLE_MS = 15 * MINUTE_MS

export interface NextStepLineProps extends AskedSteps {
  readonly zone: string
  readonly currency: Currency
  /** Why staying until then costs nothing more. */
  readonly reasonAt?: (until: Instant) => FreeReason
}

/**
 * Points out ends that cost nothing more or a little less, so that the driver need not try them. Keeps its space while
 * the answer is recomputed.
 */
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
  const now = useNow()
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
              Until {format.savedAt(later.until, { zone, now })} costs {less(later.totalMinor)} less
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
