// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { updateProfile } from '../../actions/account.online.ts'
import type { User } from '../../contract/auth.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkName, findProblems, plainTextOf, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { NameFields } from '../../parts/name-fields.tsx'
import { checkPhone, loadPhoneRules, toWirePhone } from '../../parts/phone-rules.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'

/** Form for the name and phone number. */
export default function EditModal({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const formId = useId()
  const phoneField = useRef<HTMLDivElement>(null)
  const country = user.country.code
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: async (form) =>
      findProblems({
        first_name: checkName(rawTextOf(form, 'first_name')),
        last_name: checkName(rawTextOf(form, 'last_name')),
        phone: await checkPhone(rawTextOf(form, 'phone'), country),
      }),
    send: async (form) =>
      updateProfile({
        first_name: plainTextOf(form, 'first_name'),
        last_name: plainTextOf(form, 'last_name'),
        phone: await toWirePhone(rawTextOf(form, 'phone'), country),
      }),
    onDone: onClose,
  })
  // Format the number as is usual in the country, unless the driver has already edited it.
  useEffect(() => {
    void loadPhoneRules().then((rules) => {
      const input = phoneField.current?.querySelector('input')
      if (rules !== undefined && input?.value === user.phone && user.phone !== null)
        input.value = rules.formatPhoneNumber(user.phone, country)
    })
  }, [user.phone, country])
  const place = format.country(country)
  const save = (
    <OnlineButton
      doing={t`Saving your profile`}
      type="submit"
      form={formId}
      wide
      busy={isBusy}
      busyLabel={<Trans>Saving…</Trans>}
    >
      <Trans>Save</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Edit profile</Trans>} onClose={onClose} foot={save}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Saving your profile`} hasInput />}
        <NameFields problems={problems} first={user.first_name} last={user.last_name} />
        <div ref={phoneField}>
          <TextField
            label={t`Phone number (optional)`}
            name="phone"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            hint={t`As you dial it in ${place}, or with + and the country code`}
            defaultValue={user.phone ?? ''}
            error={problems.phone && <FieldProblemText problem={problems.phone} />}
          />
        </div>
      </form>
    </Modal>
  )
}
