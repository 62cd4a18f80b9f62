import { Trans } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import styles from './checkout.module.css'

/**
 * When the price was loaded. Shown online too: a line appearing when the connection drops would push the payment down.
 */
export function PriceAge({ savedAt, zone }: { readonly savedAt: number | null; readonly zone: string }) {
  const format = useFormat()
  const now = useNow()
  if (savedAt === null) return null
  const time = format.savedAt(toInstant(savedAt), { zone, now })
  return (
    <p className={styles.small}>
      <Trans>Price as of {time}</Trans>
    </p>
  )
}
