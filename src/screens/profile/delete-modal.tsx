// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { deleteAccount } from '../../actions/account.online.ts'
import { findMoneyLeft } from '../../actions/failures.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { MoneyLeft } from '../../contract/account.ts'
import { useFormat } from '../../i18n/format.ts'
import { clearTabTexts } from '../../lib/session-storage.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkCurrentPassword, findProblems, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CheckCard } from '../../ui/choice-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './profile.module.css'

/** Reloads the app at home, which also clears the account's data from memory. */
function startAnew(): void {
  clearTabTexts()
  location.assign(routes.home.href())
}

/** Deletes the account: says what is deleted and what stays, and asks for the password. */
export default function DeleteModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const [isGivenUp, setGivenUp] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ password: checkCurrentPassword(rawTextOf(form, 'password')) }),
    send: (form) => deleteAccount({ password: rawTextOf(form, 'password'), give_up_money: isGivenUp }),
    onDone: startAnew,
  })
  const left = failure === null ? undefined : findMoneyLeft(failure)?.wallets
  const erase = (
    <OnlineButton
      doing={t`Deleting your account`}
      type="submit"
      form={formId}
      kind="danger"
      wide
      busy={isBusy}
      busyLabel={<Trans>Deleting…</Trans>}
    >
      <Trans>Delete account permanently</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Delete account</Trans>} onClose={onClose} foot={erase}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        <p>
          <Trans>
            Your name, addresses, phone number, vehicles, passkeys and sessions are deleted from this phone and from
            Baywise. Gifts and welcome credit are lost. You can’t undo this.
          </Trans>
        </p>
        <p>
          <Trans>We keep past bookings and payments in our accounts, with nothing that identifies you.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Deleting your account`} hasInput />}
        {left !== undefined && <MoneyLeftNote left={left} isGivenUp={isGivenUp} onGiveUp={setGivenUp} />}
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

interface MoneyLeftProps {
  readonly left: MoneyLeft
  readonly isGivenUp: boolean
  readonly onGiveUp: (isGivenUp: boolean) => void
}

/** Link to the withdrawal; the driver can give up money that no gateway can return. */
function MoneyLeftNote({ left, isGivenUp, onGiveUp }: MoneyLeftProps) {
  const format = useFormat()
  const sums = left.map(({ currency, amount }) => format.money({ amountMinor: amount, currency }))
  const amounts = sums.join(' + ')
  if (left.some(({ can_withdraw }) => can_withdraw))
    return (
      <Link to={moreRoutes.withdraw.href()} {...buttonLook({ kind: 'secondary', wide: true })}>
        <Trans>Withdraw {amounts}</Trans>
      </Link>
    )
  return (
    <CheckCard
      title={<Trans>I agree to lose {amounts}</Trans>}
      detail={<Trans>This money can no longer be refunded to the card or account you paid with.</Trans>}
      checked={isGivenUp}
      onChange={(event) => onGiveUp(event.currentTarget.checked)}
    />
  )
}
