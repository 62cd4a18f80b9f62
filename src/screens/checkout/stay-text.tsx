import { Trans } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import type { Instant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ZoneNote } from '../../parts/stay-fields.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useStay } from '../../parts/use-stay.ts'
import styles from './checkout.module.css'

/** The chosen times in one line, with the city. */
export function StayText({ park: { timezone: zone, city } }: { readonly park: Park }) {
  const format = useFormat()
  const now = useNow()
  const { from, until } = useStay()
  return [format.stay(from, until, { zone, now }), city].filter((part) => part !== null).join(', ')
}

interface FixedStayProps {
  readonly from: Instant
  readonly until: Instant
  readonly zone: string
}

/** Times that the driver cannot choose. */
export function FixedStay({ from, until, zone }: FixedStayProps) {
  const format = useFormat()
  const now = useNow()
  return (
    <div className={styles.stack}>
      <p>
        <strong>{format.stay(from, until, { zone, now })}</strong>
      </p>
      <ZoneNote zone={zone} at={from} />
      <p className={styles.small}>
        <Trans>The event’s parking has these times for everybody.</Trans>
      </p>
    </div>
  )
}
