import { mustInstant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'

/** Articles are read long after publication, so their dates always show the year. */
const NO_TODAY = toInstant(0)

/** `day`: `2026-11-20`. */
export function ArticleDate({ day }: { readonly day: string }) {
  const format = useFormat()
  return <time dateTime={day}>{format.date(mustInstant(`${day}T12:00:00Z`), 'UTC', NO_TODAY)}</time>
}
