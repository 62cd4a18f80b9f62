import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { ChevronEndIcon, KeyIcon } from '../../ui/icons-action.tsx'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import styles from './profile.module.css'

const SessionsModal = lazyPart(() => import('./sessions-modal.tsx'))
const PasskeysModal = lazyPart(() => import('./passkeys-modal.tsx'))

/** How the driver gets in, and where they are in; both are asked of the provider when they are opened. */
export function SecuritySection() {
  const [open, setOpen] = useState<'sessions' | 'passkeys' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Signing in</Trans>
      </h2>
      <RowList form="card">
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => setOpen('passkeys')}>
            <ListRowFace
              icon={<KeyIcon />}
              title={<Trans>Passkeys</Trans>}
              detail={<Trans>Sign in without a password</Trans>}
              end={<ChevronEndIcon />}
            />
          </button>
        </li>
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => setOpen('sessions')}>
            <ListRowFace
              icon={<PersonIcon />}
              title={<Trans>Where you are signed in</Trans>}
              detail={<Trans>See your devices, sign one out</Trans>}
              end={<ChevronEndIcon />}
            />
          </button>
        </li>
      </RowList>
      <Suspense fallback={null}>
        {open === 'passkeys' && <PasskeysModal onClose={close} />}
        {open === 'sessions' && <SessionsModal onClose={close} />}
      </Suspense>
    </section>
  )
}
