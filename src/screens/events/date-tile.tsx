// Rarely rendered; memoisation would double this file.
'use no memo'
import { mustInstant } from '../../domain/instant.ts'
import { zonedParts } from '../../domain/zone.ts'
import { useFormat } from '../../i18n/format.ts'
import styles from './events.module.css'

/** Month and day as on a calendar page; decorative, since the text beside it says the same. `at`: RFC 3339. */
export function DateTile({ at, zone }: { readonly at: string; readonly zone: string }) {
  const format = useFormat()
  const { month, day } = zonedParts(mustInstant(at), zone)
  return (
    <span className={styles.tile} aria-hidden="true">
      {format.month(month)}
      <strong>{day}</strong>
    </span>
  )
}
