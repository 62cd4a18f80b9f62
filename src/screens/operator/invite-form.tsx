// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { invite } from '../../actions/console.online.ts'
import type { Invitation } from '../../contract/console.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/operator-role.ts'
import type { OperatorKeyWire } from '../../contract/operator.ts'
import { checkEmail, emailOf, findProblems, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSubmit } from '../../parts/use-submit.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import styles from './operator.module.css'
import { RoleText } from './role-text.tsx'

interface InviteFormProps {
  readonly parks: NonNullable<OperatorKeyWire['parks']>
  /** The invitation to confirm; null after it was withdrawn, or while the next one is sent. */
  readonly sent: Invitation | null
  readonly onSend: () => void
  readonly onSent: (invitation: Invitation) => void
}

/** Emails an invitation link, which only the account with that address can accept, once. */
export function InviteForm({ parks, sent, onSend, onSent }: InviteFormProps) {
  const { t } = useLingui()
  const [role, setRole] = useState<OperatorRole>('manager')
  const [codes, setCodes] = useState<readonly string[]>([])
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ email: checkEmail(rawTextOf(form, 'email')) }),
    send: (form) => {
      onSend()
      return invite({
        email: emailOf(form, 'email'),
        role,
        parks: role === 'owner' || codes.length === 0 ? null : [...codes],
      })
    },
    onDone: ({ data }) => onSent(data),
  })
  const toggle = (code: string) =>
    setCodes((known) => (known.includes(code) ? known.filter((one) => one !== code) : [...known, code]))
  return (
    <form className={`${styles.card} ${parts.form}`} onSubmit={onSubmit} noValidate>
      <h2>
        <Trans>Invite somebody</Trans>
      </h2>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="off"
        dir="ltr"
        error={problems.email && <FieldProblemText problem={problems.email} />}
      />
      <Segmented
        legend={<Trans>Role</Trans>}
        value={role}
        options={OPERATOR_ROLES.map((value) => ({ value, label: <RoleText role={value} /> }))}
        onChange={setRole}
      />
      <p className={styles.muted}>
        <RoleHelp role={role} />
      </p>
      {role !== 'owner' && parks.length > 1 && (
        <fieldset className={styles.checks}>
          <legend>
            <Trans>Car parks. None marked: all of them.</Trans>
          </legend>
          {parks.map(({ code, name }) => (
            <label key={code}>
              <input type="checkbox" checked={codes.includes(code)} onChange={() => toggle(code)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {sent !== null && (
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          <Trans>Invitation sent to {sent.email}. It’s valid for 7 days.</Trans>
        </Note>
      )}
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Inviting somebody`} hasInput />}
      <OnlineButton doing={t`Inviting somebody`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Send the invitation</Trans>
      </OnlineButton>
    </form>
  )
}

function RoleHelp({ role }: { readonly role: OperatorRole }) {
  if (role === 'owner') return <Trans>Owners may do everything in all car parks, and invite people.</Trans>
  if (role === 'manager')
    return (
      <Trans>
        Managers may set prices, arrival times, closures, events, items of the marketplace and attendants’ phones of
        their car parks.
      </Trans>
    )
  return <Trans>Team members see the day at their car parks.</Trans>
}
