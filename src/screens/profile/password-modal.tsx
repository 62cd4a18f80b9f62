// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { changePassword } from '../../actions/account.online.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkCurrentPassword, checkPassword, findProblems, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Modal } from '../../ui/modal.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './profile.module.css'

/** Changes the password; requires the current one. */
export default function PasswordModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        password: checkCurrentPassword(rawTextOf(form, 'password')),
        new_password: checkPassword(rawTextOf(form, 'new_password')),
      }),
    send: (form) =>
      changePassword({ password: rawTextOf(form, 'password'), new_password: rawTextOf(form, 'new_password') }),
    onDone: onClose,
  })
  const change = (
    <OnlineButton
      doing={t`Changing the password`}
      type="submit"
      form={formId}
      wide
      busy={isBusy}
      busyLabel={<Trans>Saving…</Trans>}
    >
      <Trans>Change password</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Change password</Trans>} onClose={onClose} foot={change}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        <p>
          <Trans>Your other devices are signed out. This one stays signed in.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Changing the password`} hasInput />}
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
        <PasswordField
          label={t`New password`}
          name="new_password"
          autoComplete="new-password"
          hint={<Trans>At least 8 characters</Trans>}
          error={problems.new_password && <FieldProblemText problem={problems.new_password} />}
        />
      </form>
    </Modal>
  )
}
