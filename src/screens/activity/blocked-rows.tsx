// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import type { BlockedAttempt } from '../../queries/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import text from '../../ui/text.module.css'
import styles from './activity.module.css'
import { saveBlockedProof } from './proof-of-attempt.ts'

/** Bookings that failed for lack of signal. Nothing is waiting or charged: each row is a record, with its proof. */
export function BlockedRows({ attempts }: { readonly attempts: readonly BlockedAttempt[] }) {
  const { t } = useLingui()
  const format = useFormat()
  if (attempts.length === 0) return null
  const title = t`Not sent: no connection`
  return (
    <section>
      <h2 className={styles.title}>
        <span>{title}</span> <span>{format.number(attempts.length)}</span>
      </h2>
      <ul aria-label={title}>
        {attempts.map((attempt) => (
          <BlockedRow key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </section>
  )
}

function BlockedRow({ attempt }: { readonly attempt: BlockedAttempt }) {
  const format = useFormat()
  const now = useNow()
  const { at, wanted } = attempt
  const { zone, totalMinor, currency } = wanted
  const asked = format.dayTime(toInstant(at), { zone, now, inSentence: true })
  const stay = format.stay(toInstant(wanted.startMs), toInstant(wanted.endMs), { zone, now })
  const total = totalMinor === null ? null : format.money({ amountMinor: totalMinor, currency })
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Badge tone="neutral" icon={<NoSignalIcon size={18} />}>
          <Trans>Not sent</Trans>
        </Badge>
        <span className={text.muted}>
          <Trans>requested {asked}</Trans>
        </span>
      </div>
      <h3>
        <Trans>Book {wanted.parkName}</Trans>
      </h3>
      <p className={text.muted}>{[stay, wanted.plate, total].filter((part) => part !== null).join(' · ')}</p>
      <p className={text.muted}>
        <Trans>Nothing was charged.</Trans>
      </p>
      <ButtonRow>
        <Button kind="plain" size="small" onClick={() => saveBlockedProof(attempt)}>
          <Trans>Proof of request</Trans>
        </Button>
      </ButtonRow>
    </li>
  )
}
