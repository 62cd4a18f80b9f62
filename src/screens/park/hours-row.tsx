// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import type { Instant } from '../../domain/instant.ts'
import { openForStay, type OpenForStay, parseOpeningHours } from '../../domain/opening-hours.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { useNow } from '../../parts/use-now.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { ClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import styles from './park.module.css'

export interface HoursRowProps {
  readonly text: string
  readonly park: Pick<Park, 'timezone'>
  readonly stay: Pick<ChosenStay, 'from' | 'until'>
}

/**
 * Whether the car park is open for the stay, with the hours as the source gives them; text that cannot be parsed is
 * shown unchanged.
 */
export function HoursRow({ text, park: { timezone: zone }, stay: { from, until } }: HoursRowProps) {
  const now = useNow()
  const hours = parseOpeningHours(text)
  if (hours === null || until <= from) return <ListRow size="fact" icon={<ClockIcon />} title={text} />
  const open = openForStay(hours, { from, to: until, zone })
  const isShut = open.kind === 'closes' || open.kind === 'closed'
  return (
    <ListRow
      size="fact"
      icon={
        isShut ? (
          <span className={styles.warn}>
            <TriangleIcon />
          </span>
        ) : (
          <ClockIcon />
        )
      }
      title={
        <span className={isShut ? styles.warn : undefined}>
          <OpenText open={open} zone={zone} now={now} />
        </span>
      }
      detail={open.kind === 'always' ? undefined : text}
    />
  )
}

function OpenText({ open, zone, now }: { readonly open: OpenForStay; readonly zone: string; readonly now: Instant }) {
  const format = useFormat()
  const when = (at: Instant) => format.savedAt(at, { zone, now })
  switch (open.kind) {
    case 'always':
      return <Trans>Open 24 hours</Trans>
    case 'open':
      return <Trans>Open until {when(open.until)}</Trans>
    case 'closes':
      return <Trans>Closes {when(open.at)}, before your stay ends</Trans>
    case 'closed':
      return open.opens === null ? (
        <Trans>Closed for your stay</Trans>
      ) : (
        <Trans>Closed when your stay begins, opens {when(open.opens)}</Trans>
      )
    default:
      return unreachable(open)
  }
}
