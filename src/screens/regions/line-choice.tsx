// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { chooseLine } from '../../actions/regions.online.ts'
import { useRegionChoices } from '../../queries/use-regions.ts'
import { CheckCard } from '../../ui/choice-field.tsx'
import styles from './regions.module.css'

/** Setting: whether updates may use mobile data. `asked`: the region whose download continues regardless. */
export function LineChoice({ asked }: { readonly asked: string | undefined }) {
  const choices = useRegionChoices()
  if (choices === undefined) return null
  return (
    <div className={styles.pad}>
      <CheckCard
        role="switch"
        aria-checked={!choices.onAnyLine}
        checked={!choices.onAnyLine}
        onChange={({ currentTarget }) => void chooseLine(!currentTarget.checked)}
        title={<Trans>Only on Wi-Fi</Trans>}
        detail={
          asked === undefined ? (
            <Trans>Kept regions are updated once a day</Trans>
          ) : (
            <Trans>{asked} continues now, as you chose</Trans>
          )
        }
      />
    </div>
  )
}
