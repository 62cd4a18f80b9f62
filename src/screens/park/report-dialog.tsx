// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { toImmediateResult } from '../../actions/requests.ts'
import { reportProblem, toProblemText } from '../../actions/parks.ts'
import { routes } from '../../config/routes.ts'
import type { Park } from '../../contract/parks.ts'
import { isTold, PLACE_PROBLEMS, type PlaceProblem, PROBLEM_TEXT_MAX } from '../../domain/park-problem.ts'
import { readTabText, removeTabText, writeTabText } from '../../lib/session-storage.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../queries/use-session.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import form from '../../parts/parts.module.css'
import styles from './park.module.css'

export interface ReportDialogProps {
  readonly park: Park
  readonly problem: PlaceProblem
  readonly onProblem: (problem: PlaceProblem) => void
  readonly onClose: () => void
}

const isProblem = (text: string): text is PlaceProblem => PLACE_PROBLEMS.some((kind) => kind === text)

/** Saves the typed text beyond the page: visitors sign in before sending, and a locked phone may reload the page. */
function useKeptText(parkId: number) {
  const key = `report-${String(parkId)}`
  const [text, setText] = useState(() => readTabText(key) ?? '')
  const change = (next: string) => {
    setText(next)
    writeTabText(key, next)
  }
  return { text, change, forget: () => removeTabText(key) }
}

/** Form for the kind of problem and a description. */
export function ReportDialog({ park, problem, onProblem, onClose }: ReportDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const problemText = useProblemText()
  const kept = useKeptText(park.id)
  const { problems, failure, isBusy, onSubmit } = useSubmit<'text', 'empty', unknown>({
    check: () => (isTold(problem, toProblemText(kept.text)) ? {} : { text: 'empty' }),
    send: async () => toImmediateResult(await reportProblem({ park, problem, text: kept.text })),
    onDone: () => {
      kept.forget()
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Report a problem</Trans>}
      foot={<SendButton formId={formId} isBusy={isBusy} />}
    >
      <form id={formId} className={form.form} noValidate onSubmit={onSubmit}>
        <SelectField
          label={t`What is wrong?`}
          value={problem}
          onChange={({ currentTarget: { value } }) => {
            if (isProblem(value)) onProblem(value)
          }}
        >
          {PLACE_PROBLEMS.map((kind) => (
            <option key={kind} value={kind}>
              {problemText(kind)}
            </option>
          ))}
        </SelectField>
        <TextArea
          name="text"
          label={problem === 'other' ? t`Your words` : t`Your words (optional)`}
          hint={t`Up to ${PROBLEM_TEXT_MAX} characters. Leave out names and plates.`}
          {...(problems.text === undefined ? {} : { error: t`Say in a few words what is wrong.` })}
          maxLength={PROBLEM_TEXT_MAX}
          value={kept.text}
          onChange={({ currentTarget }) => kept.change(currentTarget.value)}
        />
        {failure !== null && <FailureNote failure={failure} doing={t`Sending`} />}
      </form>
    </Modal>
  )
}

/** Reports need an account: visitors sign in first and find their text again. */
function SendButton({ formId, isBusy }: { readonly formId: string; readonly isBusy: boolean }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'ready' && session.value === null) {
    return (
      <>
        <p className={styles.small}>
          <Trans>Sign in to send it. What you entered is kept.</Trans>
        </p>
        <Link to={routes.login.href(`${pathname}${search}`)} {...buttonLook({ wide: true })}>
          <span>
            <Trans>Sign in</Trans>
          </span>
        </Link>
      </>
    )
  }
  return (
    <Button type="submit" form={formId} wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
      <Trans>Send report</Trans>
    </Button>
  )
}
