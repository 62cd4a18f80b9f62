// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { beginConsole, openWithCode, type WhichConsole } from '../../actions/console.online.ts'
import type { PasskeyError } from '../../actions/passkeys.online.ts'
import type { ConsoleSession } from '../../contract/console.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { checkCode, findProblems, rawTextOf, toCode } from '../../parts/field-checks.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { PasskeyTroubleNote } from '../../parts/passkey-trouble-note.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { KeyIcon } from '../../ui/icons-action.tsx'

interface SecondFactorProps extends WhichConsole {
  readonly onOpened: (session: ConsoleSession) => void
}

/** Opens the console by a passkey, where the account has one, else by a code that is mailed. */
export function SecondFactor({ userId, organisationId, onOpened }: SecondFactorProps) {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<PasskeyError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    setError(null)
    const step = await beginConsole({ userId, organisationId })
    setBusy(false)
    if (!step.ok) setError(step.error)
    else if ('sent_to' in step.value) setSentTo(step.value.sent_to)
    else onOpened(step.value)
  }
  return (
    <>
      {sentTo !== null && (
        <CodeForm sentTo={sentTo} userId={userId} organisationId={organisationId} onOpened={onOpened} />
      )}
      {error?.kind === 'passkey' && <PasskeyTroubleNote trouble={error} />}
      {error !== null && error.kind !== 'passkey' && <FailureNote failure={error} doing={t`Opening the console`} />}
      <OnlineButton
        doing={t`Opening the console`}
        kind={sentTo === null ? 'primary' : 'plain'}
        wide={sentTo === null}
        icon={<KeyIcon />}
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void begin()}
      >
        {sentTo === null ? <Trans>Continue with a second factor</Trans> : <Trans>Send another code</Trans>}
      </OnlineButton>
    </>
  )
}

function CodeForm({ sentTo, userId, organisationId, onOpened }: SecondFactorProps & { readonly sentTo: string }) {
  const { t } = useLingui()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ code: checkCode(rawTextOf(form, 'code')) }),
    send: (form) => openWithCode({ userId, organisationId, code: toCode(rawTextOf(form, 'code')) }),
    onDone: onOpened,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate>
      <p>
        <Trans>We sent a code to {sentTo}. It’s valid for 15 minutes.</Trans>
      </p>
      <CodeField problem={problems.code} />
      {failure !== null && <FailureNote failure={failure} doing={t`Opening the console`} hasInput />}
      <OnlineButton
        doing={t`Opening the console`}
        type="submit"
        wide
        busy={isBusy}
        busyLabel={<Trans>Checking…</Trans>}
      >
        <Trans>Open the console</Trans>
      </OnlineButton>
    </form>
  )
}
