// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { addPasskey, loadPasskeys, type PasskeyError, removePasskey } from '../../actions/passkeys.online.ts'
import type { Passkey } from '../../contract/passkeys.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import {
  checkCurrentPassword,
  checkName,
  type FieldProblem,
  findProblems,
  plainTextOf,
  rawTextOf,
} from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { PasskeyTroubleNote } from '../../parts/passkey-trouble-note.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { AskRemoval } from '../../parts/ask-removal.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { KeyIcon } from '../../ui/icons-action.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'

/** The driver's passkeys: add one for this device, or remove one. */
export default function PasskeysModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { value: keys, failure, reload } = useLoaded(loadPasskeys, undefined)
  const [confirmed, setConfirmed] = useState<Passkey | null>(null)
  const removal = useSingleFlight(() => {
    setConfirmed(null)
    reload()
  })
  const trouble = removal.failure ?? failure
  const remove = (passkey: Passkey, confirmation: { readonly password?: string } = {}) =>
    void removal.run(async () => {
      const result = await removePasskey(passkey.passkey_id, confirmation)
      if (!result.ok && needsPassword(result.error)) setConfirmed(passkey)
      return result
    })
  return (
    <Modal open title={<Trans>Passkeys</Trans>} onClose={onClose}>
      <div className={styles.form}>
        <p>
          <Trans>
            A passkey signs you in with your fingerprint, your face or this device’s PIN. It can’t be guessed or given
            away by mistake.
          </Trans>
        </p>
        {trouble !== null && <FailureNote failure={trouble} doing={t`Changing your passkeys`} />}
        {confirmed !== null && (
          <ConfirmRemoval
            name={confirmed.name}
            isBusy={removal.isBusy}
            onConfirm={(password) => remove(confirmed, { password })}
          />
        )}
        {keys === null && failure === null && <Skeleton size="card" width="full" />}
        {keys !== null && keys.length > 0 && (
          <RowList form="card" label={t`Passkeys`}>
            {keys.map((key) => (
              <li key={key.passkey_id}>
                <PasskeyRow passkey={key} isBusy={removal.isBusy} onRemove={() => remove(key)} />
              </li>
            ))}
          </RowList>
        )}
        {keys !== null && <AddPasskey onAdded={reload} />}
      </div>
    </Modal>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly isBusy: boolean
  readonly onRemove: () => void
}

function PasskeyRow({ passkey, isBusy, onRemove }: PasskeyRowProps) {
  const format = useFormat()
  const now = useNow()
  const { name } = passkey
  const time = format.dayTime(mustInstant(passkey.last_used_at ?? passkey.created_at), {
    ...{ zone: phoneZone(), now, inSentence: true },
  })
  return (
    <ListRow
      icon={<KeyIcon />}
      title={<bdi>{name}</bdi>}
      detail={passkey.last_used_at === null ? <Trans>Added {time}</Trans> : <Trans>Last used {time}</Trans>}
      end={<AskRemoval name={name} isBusy={isBusy} onRemove={onRemove} />}
    />
  )
}

const needsPassword = (error: PasskeyError): boolean =>
  error.kind === 'refused' && error.code === 'confirmation_required'

/** Asks for the password when the sign-in is not recent: an open session alone cannot remove a passkey. */
function ConfirmRemoval({ name, isBusy, onConfirm }: ConfirmRemovalProps) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<FieldProblem | undefined>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = rawTextOf(new FormData(event.currentTarget), 'password')
    const found = checkCurrentPassword(password)
    setProblem(found)
    if (found === undefined) onConfirm(password)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        error={problem && <FieldProblemText problem={problem} />}
      />
      <OnlineButton doing={t`Changing your passkeys`} type="submit" kind="danger" busy={isBusy}>
        <Trans>Remove {name}</Trans>
      </OnlineButton>
    </form>
  )
}

interface ConfirmRemovalProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onConfirm: (password: string) => void
}

function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useLingui()
  const [problems, setProblems] = useState<Partial<Record<'name' | 'password', FieldProblem>>>({})
  const [isAsked, setAsked] = useState(false)
  const [error, setError] = useState<PasskeyError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (form: FormData) => {
    setBusy(true)
    setError(null)
    const name = plainTextOf(form, 'passkey_name')
    const result = await addPasskey(isAsked ? { name, password: rawTextOf(form, 'password') } : { name })
    setBusy(false)
    if (!result.ok && needsPassword(result.error)) setAsked(true)
    if (result.ok) onAdded()
    else setError(result.error)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const found = findProblems({
      name: checkName(rawTextOf(form, 'passkey_name')),
      password: isAsked ? checkCurrentPassword(rawTextOf(form, 'password')) : undefined,
    })
    setProblems(found)
    if (Object.keys(found).length === 0) void add(form)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Name of this device`}
        name="passkey_name"
        dir="auto"
        defaultValue={t`My phone`}
        error={problems.name && <FieldProblemText problem={problems.name} />}
      />
      {isAsked && (
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
      )}
      {error?.kind === 'passkey' && <PasskeyTroubleNote trouble={error} />}
      {error !== null && error.kind !== 'passkey' && (
        <FailureNote failure={error} doing={t`Adding a passkey`} hasInput />
      )}
      <OnlineButton
        doing={t`Adding a passkey`}
        type="submit"
        wide
        icon={<KeyIcon />}
        busy={isBusy}
        busyLabel={<Trans>Adding…</Trans>}
      >
        <Trans>Add a passkey</Trans>
      </OnlineButton>
    </form>
  )
}
