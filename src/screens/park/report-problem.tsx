// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { PARAM, routes } from '../../config/routes.ts'
import type { Park } from '../../contract/parks.ts'
import { PLACE_PROBLEMS, type PlaceProblem } from '../../domain/park-problem.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { STANDING, useOutbox } from '../../queries/use-outbox.ts'
import type { OutboxView } from '../../queries/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './park.module.css'
import { ReportDialog } from './report-dialog.tsx'

const SHOWN = 3
const STATUS = { waiting: 'waiting', refused: 'refused', over: 'saved' } as const

/** Keeps the open report in the URL, so that signing in returns to it. */
function useReport() {
  const [params, setParams] = useSearchParams()
  const asked = params.get(PARAM.report)
  const problem = PLACE_PROBLEMS.find((kind) => kind === asked) ?? null
  const change = (next: PlaceProblem | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete(PARAM.report)
        else after.set(PARAM.report, next)
        return after
      },
      { replace: true },
    )
  return { problem, change }
}

export interface ReportProblemProps {
  readonly park: Park
}

/** "Something wrong here": five kinds of problem, and the state of the driver's latest reports. Works offline. */
export default function ReportProblem({ park }: ReportProblemProps) {
  const problemText = useProblemText()
  const { problem, change } = useReport()
  return (
    <section className={styles.report}>
      <div className={styles.usual}>
        <h2>
          <Trans>Something wrong here?</Trans>
        </h2>
        <Badge tone="neutral" icon={<CheckIcon size={18} />}>
          <Trans>Works offline</Trans>
        </Badge>
      </div>
      <div className={styles.kinds}>
        {PLACE_PROBLEMS.map((kind) => (
          <Button
            key={kind}
            kind="secondary"
            size="small"
            shape="pill"
            aria-haspopup="dialog"
            onClick={() => change(kind)}
          >
            {problemText(kind)}
          </Button>
        ))}
      </div>
      <OwnReports parkId={park.id} />
      {problem !== null && (
        <ReportDialog park={park} problem={problem} onProblem={change} onClose={() => change(null)} />
      )}
    </section>
  )
}

const isAbout = (view: OutboxView, parkId: number): boolean =>
  view.command?.kind === 'park.report' && view.command.parkId === parkId && view.state !== 'discarded'

/** Latest first; actions on them are under Activity. */
function OwnReports({ parkId }: { readonly parkId: number }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const outbox = useOutbox()
  const own = outbox.status === 'ready' ? outbox.value.filter((view) => isAbout(view, parkId)).slice(0, SHOWN) : []
  if (own.length === 0) return null
  return (
    <>
      <ul className={styles.reports} aria-label={t`Your reports`}>
        {own.map(
          ({ id, state, command }) =>
            command?.kind === 'park.report' && (
              <li key={id}>
                <span>{problemText(command.problem)}</span>
                <StatusBadge status={STATUS[STANDING[state]]} />
              </li>
            ),
        )}
      </ul>
      <Link to={routes.activity.href()}>
        <Trans>See your requests</Trans>
      </Link>
    </>
  )
}
