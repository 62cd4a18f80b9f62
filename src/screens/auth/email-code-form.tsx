// Rarely rendered: memoisation would double this file.
'use no memo'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ActionError } from '../../actions/failures.ts'
import type { Result } from '../../lib/result.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkCode, checkEmail, emailOf, findProblems, rawTextOf, toCode } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth.module.css'
import { ResendCode } from './resend-code.tsx'

interface EmailCodeFormProps {
  /** Initial value of the address field. */
  readonly email: string
  readonly sendCode: (email: string) => Promise<Result<unknown, ActionError>>
  readonly resend: (email: string) => Promise<Result<unknown, ActionError>>
  readonly confirm: (email: string, code: string) => Promise<Result<unknown, ActionError>>
  readonly onDone: () => void
  /** Rendered below the address field. */
  readonly children?: ReactNode
}

/** Asks for an address, then for the code sent to it. The sixth digit submits the form. */
export function EmailCodeForm({ email: known, sendCode, resend, confirm, onDone, children }: EmailCodeFormProps) {
  const [email, setEmail] = useState(known)
  const [isSent, setSent] = useState(false)
  if (!isSent) {
    return (
      <EmailStep
        email={email}
        sendCode={sendCode}
        onSent={(to) => {
          setEmail(to)
          setSent(true)
        }}
      >
        {children}
      </EmailStep>
    )
  }
  return (
    <div className={styles.form}>
      <CodeStep email={email} confirm={(code) => confirm(email, code)} onDone={onDone} />
      <ResendCode email={email} wasSent resend={resend} />
      <Button kind="plain" wide onClick={() => setSent(false)}>
        <Trans>Change the address</Trans>
      </Button>
    </div>
  )
}

interface EmailStepProps extends Pick<EmailCodeFormProps, 'email' | 'sendCode' | 'children'> {
  readonly onSent: (email: string) => void
}

function EmailStep({ email, sendCode, onSent, children }: EmailStepProps) {
  const { t } = useLingui()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ email: checkEmail(rawTextOf(form, 'email')) }),
    send: (form) => sendCode(emailOf(form, 'email')),
    onDone: (_value, form) => onSent(emailOf(form, 'email')),
  })
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {failure !== null && <FailureNote failure={failure} doing={t`Sending a code`} hasInput />}
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        error={problems.email && <FieldProblemText problem={problems.email} />}
      />
      {children}
      <OnlineButton doing={t`Sending a code`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Send a code</Trans>
      </OnlineButton>
    </form>
  )
}

interface CodeStepProps {
  readonly email: string
  readonly confirm: (code: string) => Promise<Result<unknown, ActionError>>
  readonly onDone: () => void
}

function CodeStep({ email, confirm, onDone }: CodeStepProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  // Focus the code field at once, so the keyboard stays open after the address step.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  // A refused code is not resubmitted until it is edited.
  const sent = useRef('')
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (data) => findProblems({ code: checkCode(rawTextOf(data, 'code')) }),
    send: (data) => {
      sent.current = toCode(rawTextOf(data, 'code'))
      return confirm(sent.current)
    },
    onDone,
  })
  const sendWhenWhole = (typed: string) => {
    const code = toCode(typed)
    if (/^\d{6}$/.test(code) && code !== sent.current) form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <p role="status">
        <Trans>
          Enter the 6-digit code we sent to <bdi>{email}</bdi>. It’s valid for 15 minutes.
        </Trans>
      </p>
      {failure !== null && <FailureNote failure={failure} doing={t`Verifying`} hasInput />}
      <CodeField problem={problems.code} onChange={sendWhenWhole} />
      <OnlineButton doing={t`Verifying`} type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
        <Trans>Verify</Trans>
      </OnlineButton>
    </form>
  )
}
