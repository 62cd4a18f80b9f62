import { Trans } from '@lingui/react/macro'
import { type DayList, listProblems } from '../../domain/day-list.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import styles from './check.module.css'

const SHOWN = 10

/** Problems reported by drivers on this list: an occupied space, or no space. Latest first. */
export function ReportedProblems({ list }: { readonly list: DayList | undefined }) {
  const format = useFormat()
  const problemText = useProblemText()
  const reported = list === undefined ? [] : listProblems(list).slice(0, SHOWN)
  if (list === undefined || reported.length === 0) return null
  return (
    <section className={styles.form} aria-labelledby="reported-problems">
      <h2 id="reported-problems">
        <Trans>Reported by drivers</Trans>
      </h2>
      <RowList>
        {reported.map(({ booking, plate, state, problem }) => (
          <li key={booking}>
            <ListRow
              title={<span className={styles.mono}>{plate}</span>}
              detail={problemText(problem.kind)}
              end={format.time(problem.at, list.park.timezone)}
              {...(state === 'cancelled' ? { endDetail: <Trans>Cancelled</Trans> } : {})}
            />
          </li>
        ))}
      </RowList>
    </section>
  )
}
