// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { updateProfile } from '../../actions/account.online.ts'
import type { MailKind, User } from '../../contract/auth.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { CheckCard } from '../../ui/choice-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import text from '../../ui/text.module.css'
import styles from './profile.module.css'

const KINDS: readonly MailKind[] = ['booking', 'change', 'cancellation', 'document']

function useKindNames(): Readonly<Record<MailKind, string>> {
  const { t } = useLingui()
  return {
    booking: t`When I book`,
    change: t`When a booking changes`,
    cancellation: t`When a booking is cancelled`,
    document: t`Before a vehicle document expires`,
  }
}

/** Which emails the driver receives. */
export default function EmailsModal({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useLingui()
  const names = useKindNames()
  const [off, setOff] = useState<readonly MailKind[]>(user.mail_off ?? [])
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const toggle = (kind: MailKind, isOn: boolean) => setOff(isOn ? off.filter((one) => one !== kind) : [...off, kind])
  const save = (
    <OnlineButton
      doing={t`Saving your settings`}
      wide
      busy={isBusy}
      busyLabel={<Trans>Saving…</Trans>}
      onClick={() => void run(() => updateProfile({ mail_off: [...off] }))}
    >
      <Trans>Save</Trans>
    </OnlineButton>
  )
  return (
    <Modal open title={<Trans>Emails</Trans>} onClose={onClose} foot={save}>
      <div role="group" aria-label={t`Emails`} className={styles.form}>
        <p className={text.muted}>
          <Trans>Receipts and emails about your account are always sent.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Saving your settings`} hasInput />}
        {KINDS.map((kind) => (
          <CheckCard
            key={kind}
            title={names[kind]}
            checked={!off.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Modal>
  )
}
