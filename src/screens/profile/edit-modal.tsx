import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { updateProfile } from '../../actions/update-profile.online.ts'
import type { User } from '../../contract/auth.ts'
import type { formatPhoneNumber, parsePhoneNumber } from '../../domain/phone-number.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { textOf } from '../../parts/form-text.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { checkName, type FieldProblem, findProblems, PHONE_MAX, toPlain } from './check-fields.ts'
import { FieldProblemText } from './field-problem-text.tsx'
import styles from './profile.module.css'

interface PhoneRules {
  readonly parsePhoneNumber: typeof parsePhoneNumber
  readonly formatPhoneNumber: typeof formatPhoneNumber
}

/** The form that changes the name and the number. */
export default function EditModal({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const formId = useId()
  const phoneField = useRef<HTMLDivElement>(null)
  const rules = usePhoneRules()
  const country = user.country.code
  const checkPhone = (text: string): FieldProblem | undefined => {
    if (text.length > PHONE_MAX) return 'too_long'
    // Without the rules, which came with no signal, the provider is the one to say so.
    return text === '' || rules === null || rules.parsePhoneNumber(text, country) !== undefined ? undefined : 'phone'
  }
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        first_name: checkName(textOf(form, 'first_name')),
        last_name: checkName(textOf(form, 'last_name')),
        phone: checkPhone(toPlain(textOf(form, 'phone'))),
      }),
    send: (form) =>
      updateProfile({
        first_name: textOf(form, 'first_name'),
        last_name: textOf(form, 'last_name'),
        phone: toPlain(textOf(form, 'phone')) || null,
      }),
    onDone: onClose,
  })
  // As people of the country write it, unless it is being typed in already.
  useEffect(() => {
    const input = phoneField.current?.querySelector('input')
    if (rules !== null && input?.value === user.phone && user.phone !== null)
      input.value = rules.formatPhoneNumber(user.phone, country)
  }, [rules, user.phone, country])
  const place = format.country(country)
  const save = (
    <Button type="submit" form={formId} wide busy={isBusy} busyLabel={<Trans>Saving…</Trans>}>
      <Trans>Save</Trans>
    </Button>
  )
  return (
    <Modal open title={<Trans>Edit profile</Trans>} onClose={onClose} foot={save}>
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Saving your profile`} />}
        <TextField
          label={t`First name`}
          name="first_name"
          autoComplete="given-name"
          dir="auto"
          defaultValue={user.first_name}
          error={problems.first_name && <FieldProblemText problem={problems.first_name} />}
        />
        <TextField
          label={t`Last name`}
          name="last_name"
          autoComplete="family-name"
          dir="auto"
          defaultValue={user.last_name}
          error={problems.last_name && <FieldProblemText problem={problems.last_name} />}
        />
        <div ref={phoneField}>
          <TextField
            label={t`Phone number (optional)`}
            name="phone"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            hint={t`As it is dialled in ${place}, or with + and the country code`}
            defaultValue={user.phone ?? ''}
            error={problems.phone && <FieldProblemText problem={problems.phone} />}
          />
        </div>
      </form>
    </Modal>
  )
}

/** The numbering plans of the world, asked for when the form opens; null until they are here, and with no signal. */
function usePhoneRules(): PhoneRules | null {
  const [rules, setRules] = useState<PhoneRules | null>(null)
  useEffect(() => {
    let isOpen = true
    import('../../domain/phone-number.ts').then(
      (module) => {
        if (isOpen) setRules(module)
      },
      // The provider checks the number too.
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [])
  return rules
}
