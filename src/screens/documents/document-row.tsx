// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { mustInstant } from '../../domain/instant.ts'
import type { DocumentKind } from '../../domain/document-kinds.ts'
import { daysUntil, type DocumentState, documentState } from '../../domain/vehicle-documents.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import parts from '../../parts/parts.module.css'
import { useDocumentName } from '../../parts/use-document-name.ts'
import { useNow } from '../../parts/use-now.ts'
import type { ScanState } from '../../queries/use-vehicle-documents.ts'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheckIcon, ClockIcon, InfoIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'
import styles from './documents.module.css'
import { ScanField } from './scan-field.tsx'

export interface DocumentRowProps {
  readonly kind: DocumentKind
  readonly expiresOn: string | null
  readonly today: string
  readonly scan: ScanState
  /** Paid for, but not ready yet. */
  readonly isUnderWay: boolean
  /** Absent when this document cannot be renewed here. */
  readonly choice?: { readonly isChosen: boolean; readonly toggle: () => void }
  readonly vehicleId?: string
}

/** A document with its expiry date and how soon that is; chosen documents with their picture. */
export function DocumentRow({ kind, expiresOn, today, scan, isUnderWay, choice, vehicleId }: DocumentRowProps) {
  const format = useFormat()
  const now = useNow()
  const nameOf = useDocumentName()
  const face = (
    <>
      <span className={styles.name}>
        <strong>{nameOf(kind)}</strong>
        <span className={parts.small}>
          {expiresOn === null ? (
            <Trans>No date yet</Trans>
          ) : (
            format.date(mustInstant(`${expiresOn}T12:00:00Z`), 'UTC', now)
          )}
        </span>
      </span>
      {isUnderWay ? (
        <Badge tone="neutral" icon={<ClockIcon size={18} />}>
          <Trans>Under way</Trans>
        </Badge>
      ) : (
        <StateBadge state={documentState(expiresOn, today)} expiresOn={expiresOn} today={today} />
      )}
    </>
  )
  return (
    <li>
      {choice === undefined ? (
        <div className={styles.document}>{face}</div>
      ) : (
        <label className={styles.document}>
          <input type="checkbox" checked={choice.isChosen} onChange={choice.toggle} />
          {face}
        </label>
      )}
      {choice?.isChosen === true && vehicleId !== undefined && (
        <ScanField kind={kind} vehicleId={vehicleId} scan={scan} />
      )}
    </li>
  )
}

export interface StateBadgeProps {
  readonly state: DocumentState
  /** Null for several documents. */
  readonly expiresOn: string | null
  readonly today: string
}

export function StateBadge({ state, expiresOn, today }: StateBadgeProps) {
  switch (state) {
    case 'expired':
      return (
        <Badge tone="bad" icon={<OctagonCrossIcon size={18} />}>
          <Trans>Expired</Trans>
        </Badge>
      )
    case 'due':
      return (
        <Badge tone="waiting" icon={<ClockIcon size={18} />}>
          {expiresOn === null ? <Trans>Due soon</Trans> : <DaysLeft days={daysUntil(expiresOn, today)} />}
        </Badge>
      )
    case 'valid':
      return (
        <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
          <Trans>Valid</Trans>
        </Badge>
      )
    case 'unknown':
      return (
        <Badge tone="neutral" icon={<InfoIcon size={18} />}>
          <Trans>Not known</Trans>
        </Badge>
      )
    default:
      return unreachable(state)
  }
}

const DaysLeft = ({ days }: { readonly days: number }) => (
  <Plural value={days} _0="Last day" one="# day left" other="# days left" />
)
