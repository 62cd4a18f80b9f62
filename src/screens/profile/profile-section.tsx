import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { updateProfile } from '../../actions/update-profile.online.ts'
import type { User } from '../../contract/auth.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons-action.tsx'
import { MailIcon, PersonIcon } from '../../ui/icons-place.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isMissing, textOf } from '../../parts/form-text.ts'
import styles from './profile.module.css'

/** Name, e-mail and phone number, and the form that changes the name and the number. */
export function ProfileSection({ user }: { readonly user: User }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <section className={styles.section}>
      <RowList form="card">
        <li>
          <ListRow
            icon={<PersonIcon />}
            title={`${user.first_name} ${user.last_name}`}
            detail={user.phone ?? <Trans>No phone number</Trans>}
          />
        </li>
        <li>
          <ListRow icon={<MailIcon />} title={user.email} />
        </li>
      </RowList>
      <Button kind="secondary" size="small" icon={<PencilIcon />} onClick={() => setEditing(true)}>
        <Trans>Edit profile</Trans>
      </Button>
      {isEditing && <ProfileModal user={user} onClose={() => setEditing(false)} />}
    </section>
  )
}

function ProfileModal({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => ({
      ...(isMissing(form, 'first_name') ? { first_name: true } : {}),
      ...(isMissing(form, 'last_name') ? { last_name: true } : {}),
    }),
    send: (form) =>
      updateProfile({
        first_name: textOf(form, 'first_name'),
        last_name: textOf(form, 'last_name'),
        phone: textOf(form, 'phone') || null,
      }),
    onDone: onClose,
  })
  const required = <Trans>This field is required!</Trans>
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
          maxLength={120}
          defaultValue={user.first_name}
          error={problems.first_name && required}
        />
        <TextField
          label={t`Last name`}
          name="last_name"
          autoComplete="family-name"
          maxLength={120}
          defaultValue={user.last_name}
          error={problems.last_name && required}
        />
        <TextField
          label={t`Phone number (optional)`}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={32}
          defaultValue={user.phone ?? ''}
        />
      </form>
    </Modal>
  )
}
