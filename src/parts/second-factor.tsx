// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import type { PasskeyError } from '../actions/passkeys.online.ts'
import type { FactorStep } from '../actions/second-factor.online.ts'
import type { Result } from '../lib/result.ts'
import { KeyIcon } from '../ui/icons-action.tsx'
import { CodeField } from './code-field.tsx'
import { FailureNote } from './failure-note.tsx'
import { checkCode, findProblems, rawTextOf, toCode } from './field-checks.ts'
import { OnlineButton } from './online-button.tsx'
import parts from './parts.module.css'
import { PasskeyTroubleNote } from './passkey-trouble-note.tsx'
import { useSubmit } from './use-submit.ts'

interface SecondFactorProps<Done> {
  readonly doing: string
  /** The first button, shown until a code has been requested. */
  readonly start: ReactNode
  /** The button below the code field. */
  readonly submit: ReactNode
  /** Where a code was mailed before this mounted: its field is shown at once. */
  readonly sentTo?: string | null
  readonly begin: () => Promise<Result<FactorStep<Done>, PasskeyError>>
  readonly withCode: (code: string) => Promise<Result<Done, ActionError>>
  readonly onDone: (done: Done) => void
}

/**
 * Asks for a passkey if the account has one, otherwise for a mailed code, which is valid for 15 minutes, also after a
 * reload.
 */
export function SecondFactor<Done>({ sentTo: sentBefore = null, begin, ...props }: SecondFactorProps<Done>) {
  const { doing, start, onDone } = props
  const [sentTo, setSentTo] = useState(sentBefore)
  const [error, setError] = useState<PasskeyError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const proceed = async () => {
    setBusy(true)
    setError(null)
    const step = await begin()
    setBusy(false)
    if (!step.ok) setError(step.error)
    else if (step.value.kind === 'sent') setSentTo(step.value.sentTo)
    else onDone(step.value.value)
  }
  return (
    <>
      {sentTo !== null && <CodeForm {...props} sentTo={sentTo} />}
      {error?.kind === 'passkey' && <PasskeyTroubleNote trouble={error} />}
      {error !== null && error.kind !== 'passkey' && <FailureNote failure={error} doing={doing} />}
      <OnlineButton
        doing={doing}
        kind={sentTo === null ? 'primary' : 'plain'}
        wide={sentTo === null}
        icon={<KeyIcon />}
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void proceed()}
      >
        {sentTo === null ? start : <Trans>Send another code</Trans>}
      </OnlineButton>
    </>
  )
}

type CodeFormProps<Done> = Pick<SecondFactorProps<Done>, 'doing' | 'submit' | 'withCode' | 'onDone'> & {
  readonly sentTo: string
}

function CodeForm<Done>({ doing, submit, sentTo, withCode, onDone }: CodeFormProps<Done>) {
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ code: checkCode(rawTextOf(form, 'code')) }),
    send: (form) => withCode(toCode(rawTextOf(form, 'code'))),
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate>
      <p>
        <Trans>We sent a code to {sentTo}. It’s valid for 15 minutes.</Trans>
      </p>
      <CodeField problem={problems.code} />
      {failure !== null && <FailureNote failure={failure} doing={doing} hasInput />}
      <OnlineButton doing={doing} type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
        {submit}
      </OnlineButton>
    </form>
  )
}
