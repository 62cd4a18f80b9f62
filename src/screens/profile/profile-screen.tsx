// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refreshVehicles } from '../../actions/connection.online.ts'
import type { User } from '../../contract/auth.ts'
import { OnlineRow } from '../../parts/online-row.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { InstallOffer } from '../../parts/install-offer.tsx'
import { ReminderStates } from '../../parts/reminder-states.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useSession } from '../../queries/use-session.ts'
import { openPanel } from '../../stores/open-panel.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronEndIcon, LogoutIcon } from '../../ui/icons-action.tsx'
import { MailIcon } from '../../ui/icons-place.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { onlineModal } from './online-modal.tsx'
import { DataSection } from './data-section.tsx'
import { GuestProfile } from './guest-profile.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'
import { SavedData } from './saved-data.tsx'
import { SecuritySection } from './security-section.tsx'
import { VehiclesSection } from './vehicles-section.tsx'

const EmailsModal = onlineModal(() => import('./emails-modal.tsx'))

/** /profile: the account, its vehicles, the data on this phone, and signing out. */
export default function ProfileScreen() {
  const session = useSession()
  const user = session.status === 'ready' ? session.value?.user : undefined
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>
        <Trans>Profile</Trans>
      </h1>
      {user?.guest === true ? <GuestProfile user={user} /> : <Account user={user} />}
      <SavedSection />
      {user?.guest !== true && <DataSection />}
      <InstallOffer lasting />
      <SignOutSection />
    </div>
  )
}

function Account({ user }: { readonly user: User | undefined }) {
  const { t } = useLingui()
  const { failure } = useRefresh(refreshVehicles, undefined)
  return (
    <>
      <RefreshFailure failure={failure} doing={t`Updating your vehicles`} />
      {user === undefined ? <Skeleton size="card" width="full" /> : <ProfileSection user={user} />}
      <VehiclesSection />
      <RemindersSection user={user} />
      <SecuritySection />
    </>
  )
}

function RemindersSection({ user }: { readonly user: User | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Reminders</Trans>
      </h2>
      <ReminderStates />
      <RowList form="card">
        <li>
          <OnlineRow
            opens="dialog"
            icon={<MailIcon />}
            title={<Trans>Emails</Trans>}
            detail={<Trans>Bookings and vehicle documents</Trans>}
            end={<ChevronEndIcon />}
            onClick={() => setOpen(true)}
          />
        </li>
      </RowList>
      {isOpen && user !== undefined && <EmailsModal user={user} onClose={() => setOpen(false)} />}
    </section>
  )
}

function SavedSection() {
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Saved on this phone</Trans>
      </h2>
      <SavedData />
    </section>
  )
}

function SignOutSection() {
  return (
    <section className={styles.section}>
      <p className={text.muted}>
        <Trans>Signing out removes your data from this phone. Car parks and your language stay.</Trans>
      </p>
      <Button kind="danger" icon={<LogoutIcon />} onClick={() => openPanel.set('sign-out')}>
        <Trans>Logout</Trans>
      </Button>
    </section>
  )
}
