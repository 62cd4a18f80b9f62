// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { confirmEmailChange, requestEmailChange } from '../../actions/account.online.ts'
import type { User } from '../../contract/auth.ts'
import { readTabText, removeTabText, writeTabText } from '../../lib/session-storage.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import {
  checkCode,
  checkCurrentPassword,
  checkNewEmail,
  emailOf,
  findProblems,
  rawTextOf,
  toCode,
} from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'

/**
 * Storage key of the address that a code was sent to: after reading the email in another app, the driver returns to the
 * code field. Another driver who signs in on this tab does not.
 */
const askedKeyOf = ({ email }: User): string => `baywise-new-email-${email ?? ''}`

interface EmailModalProps {
  readonly user: User
  readonly onClose: () => void
}

/** Changes the email address in two steps: the new address, then the code sent to it. */
export default function EmailModal({ user, onClose }: EmailModalProps) {
  const [key] = useState(() => askedKeyOf(user))
  const [asked, setAsked] = useState(() => readTabText(key))
  const keep = (email: string | null) => {
    if (email === null) removeTabText(key)
    else writeTabText(key, email)
    setAsked(email)
  }
  const finish = () => {
    keep(null)
    onClose()
  }
  return asked === null ? (
    <AddressStep user={user} onClose={onClose} onAsked={keep} />
  ) : (
    <CodeStep email={asked} onClose={onClose} onDone={finish} onOther={() => keep(null)} />
  )
}

function AddressStep({ user, onClose, onAsked }: EmailModalProps & { readonly onAsked: (email: string) => void }) {
  const { t } = useLingui()
  const formId = useId()
  const current = user.email
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        email: checkNewEmail(rawTextOf(form, 'email'), current),
        password: checkCurrentPassword(rawTextOf(form, 'password')),
      }),
    send: (form) => requestEmailChange({ email: emailOf(form, 'email'), password: rawTextOf(form, 'password') }),
    onDone: (_, form) => onAsked(emailOf(form, 'email')),
  })
  const send = (
    <OnlineButton
      doing={t`Changing your email`}
      type="submit"
      form={formId}
      wide
      busy={isBusy}
      busyLabel={<Trans>Sending…</Trans>}
    >
      <Trans>Send a code</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Change email</Trans>} onClose={onClose} foot={send}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        <p>
          <Trans>
            We’ll send a code to the new address. Until you enter it here, you keep <bdi>{current}</bdi>.
          </Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Changing your email`} hasInput />}
        <TextField
          label={t`New email`}
          name="email"
          type="email"
          autoComplete="email"
          error={problems.email && <FieldProblemText problem={problems.email} />}
        />
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
      </form>
    </Modal>
  )
}

interface CodeStepProps {
  readonly email: string
  readonly onClose: () => void
  readonly onDone: () => void
  readonly onOther: () => void
}

function CodeStep({ email, onClose, onDone, onOther }: CodeStepProps) {
  const { t } = useLingui()
  const formId = useId()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ code: checkCode(rawTextOf(form, 'code')) }),
    send: (form) => confirmEmailChange(toCode(rawTextOf(form, 'code'))),
    onDone,
  })
  const confirm = (
    <OnlineButton
      doing={t`Changing your email`}
      type="submit"
      form={formId}
      wide
      busy={isBusy}
      busyLabel={<Trans>Checking…</Trans>}
    >
      <Trans>Change email</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Change email</Trans>} onClose={onClose} foot={confirm}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        <p role="status">
          <Trans>
            A code is on its way to <bdi>{email}</bdi>. It is valid for 15 minutes.
          </Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Changing your email`} hasInput />}
        <CodeField problem={problems.code} />
        <Button kind="secondary" wide onClick={onOther}>
          <Trans>Another address, or a new code</Trans>
        </Button>
      </form>
    </Modal>
  )
}
