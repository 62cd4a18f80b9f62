// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type AskedAct, askForAct, beginAct, confirmActWithCode } from '../../../actions/operator-money.online.ts'
import type { MoneyAct, MoneyActDone } from '../../../contract/operator-money.ts'
import { MAX_REASON } from '../../../domain/act-reason.ts'
import { ok } from '../../../lib/result.ts'
import { checkEntry, findProblems, plainTextOf, rawTextOf, type FieldProblem } from '../../../parts/field-checks.ts'
import { FieldProblemText } from '../../../parts/field-problem-text.tsx'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { SecondFactor } from '../../../parts/second-factor.tsx'
import { useSubmit } from '../../../parts/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import page from '../operator.module.css'

export type ActProblems = Readonly<Partial<Record<string, FieldProblem>>>

interface ActFormProps {
  /** Label of the submit button. */
  readonly label: string
  /** Description of the effect. */
  readonly children: ReactNode
  /** Additional fields besides the reason. */
  readonly renderFields?: (problems: ActProblems) => ReactNode
  readonly check?: (form: FormData) => ActProblems
  readonly toAct: (form: FormData) => MoneyAct
  readonly onDone: (done: MoneyActDone) => void
  readonly onClose?: () => void
}

/** Asks for the reason, then for a second factor bound to this act, and performs it. */
export function ActForm(props: ActFormProps) {
  const { label, children, renderFields, check = () => ({}), toAct, onDone, onClose } = props
  const { t } = useLingui()
  const [asked, setAsked] = useState<AskedAct | null>(null)
  const { problems, onSubmit } = useSubmit<string, FieldProblem, AskedAct>({
    check: (form) => ({
      ...check(form),
      ...findProblems({ reason: checkEntry(plainTextOf(form, 'reason'), MAX_REASON) }),
    }),
    send: (form) => Promise.resolve(ok(askForAct(toAct(form), plainTextOf(form, 'reason')))),
    onDone: setAsked,
  })
  return (
    <>
      {asked !== null && <Confirmation asked={asked} label={label} onDone={onDone} onBack={() => setAsked(null)} />}
      {/* Hidden rather than unmounted during confirmation, so that Back restores the input. */}
      <div hidden={asked !== null}>
        <form className={parts.form} aria-label={label} onSubmit={onSubmit} noValidate>
          <p>{children}</p>
          {renderFields?.(problems)}
          <TextField
            label={t`Reason`}
            name="reason"
            autoComplete="off"
            maxLength={MAX_REASON}
            hint={<Trans>Kept with your name, for good.</Trans>}
            error={problems['reason'] && <FieldProblemText problem={problems['reason']} />}
          />
          <ButtonRow>
            <OnlineButton doing={t`Confirming`} type="submit" size="small">
              {label}
            </OnlineButton>
            {onClose !== undefined && (
              <Button kind="plain" size="small" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
            )}
          </ButtonRow>
        </form>
      </div>
    </>
  )
}

interface ConfirmationProps extends Pick<ActFormProps, 'label' | 'onDone'> {
  readonly asked: AskedAct
  readonly onBack: () => void
}

/** Keeps the input (the amount of a payout, the address of an account) visible during confirmation. */
function Confirmation({ asked, label, onDone, onBack }: ConfirmationProps) {
  const { t } = useLingui()
  return (
    <section className={parts.form} aria-label={label}>
      <p>
        <strong>{label}</strong> · <bdi>{subjectOf(asked.act)}</bdi>
      </p>
      <p className={page.muted}>
        <bdi>{asked.reason}</bdi>
      </p>
      <SecondFactor
        doing={t`Confirming`}
        start={<Trans>Confirm that it’s you</Trans>}
        submit={<Trans>Confirm</Trans>}
        begin={() => beginAct(asked)}
        withCode={(code) => confirmActWithCode({ ...asked, code })}
        onDone={onDone}
      />
      <ButtonRow>
        <Button kind="plain" size="small" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </ButtonRow>
    </section>
  )
}

const subjectOf = (act: MoneyAct): string => {
  if ('email' in act) return act.email
  return 'park' in act ? `${act.park} · ${act.reference}` : act.reference
}

/** For text fields. */
export const textOf = (form: FormData, name: string): string => rawTextOf(form, name).trim()
