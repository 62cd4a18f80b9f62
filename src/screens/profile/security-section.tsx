// Rarely rendered; memoisation would double this file.
'use no memo'

import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PARAM } from '../../config/routes.ts'
import { OnlineRow } from '../../parts/online-row.tsx'
import { ChevronEndIcon, KeyIcon } from '../../ui/icons-action.tsx'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { onlineModal } from './online-modal.tsx'
import styles from './profile.module.css'

const PasskeysModal = onlineModal(() => import('./passkeys-modal.tsx'))
const PasswordModal = onlineModal(() => import('./password-modal.tsx'))
const SessionsModal = onlineModal(() => import('./sessions-modal.tsx'))

/** The driver's sign-in methods and sessions; both are loaded from the provider when opened. */
export function SecuritySection() {
  const [params] = useSearchParams()
  const [open, setOpen] = useState<'passkeys' | 'password' | 'sessions' | null>(
    params.get(PARAM.shown) === 'passkeys' ? 'passkeys' : null,
  )
  const close = () => setOpen(null)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Signing in</Trans>
      </h2>
      <RowList form="card">
        <li>
          <OnlineRow
            opens="dialog"
            icon={<KeyIcon />}
            title={<Trans>Passkeys</Trans>}
            detail={<Trans>Sign in without a password</Trans>}
            end={<ChevronEndIcon />}
            onClick={() => setOpen('passkeys')}
          />
        </li>
        <li>
          <OnlineRow
            opens="dialog"
            icon={<KeyIcon />}
            title={<Trans>Change password</Trans>}
            end={<ChevronEndIcon />}
            onClick={() => setOpen('password')}
          />
        </li>
        <li>
          <OnlineRow
            opens="dialog"
            icon={<PersonIcon />}
            title={<Trans>Where you are signed in</Trans>}
            detail={<Trans>See your devices and sign one out</Trans>}
            end={<ChevronEndIcon />}
            onClick={() => setOpen('sessions')}
          />
        </li>
      </RowList>
      {open === 'passkeys' && <PasskeysModal onClose={close} />}
      {open === 'password' && <PasswordModal onClose={close} />}
      {open === 'sessions' && <SessionsModal onClose={close} />}
    </section>
  )
}
