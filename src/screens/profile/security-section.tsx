// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'

import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useState } from 'react'
import { FailureNote } from '../../parts/failure-note.tsx'
import { ChevronEndIcon, KeyIcon } from '../../ui/icons-action.tsx'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './profile.module.css'

type Dialog = ComponentType<{ readonly onClose: () => void }>

/** Of no use without a connection, so not kept on the phone: what cannot be loaded says so in its place. */
async function load(dialog: Promise<{ readonly default: Dialog }>): Promise<Dialog> {
  try {
    return (await dialog).default
  } catch {
    // No signal, or a new release.
    return NoConnection
  }
}

const loadPasskeys = () => load(import('./passkeys-modal.tsx'))
const loadSessions = () => load(import('./sessions-modal.tsx'))

/** How the driver gets in, and where they are in; both are asked of the provider when they are opened. */
export function SecuritySection() {
  const [Opened, setOpened] = useState<Dialog | null>(null)
  const open = async (wanted: () => Promise<Dialog>) => {
    const dialog = await wanted()
    setOpened(() => dialog)
  }
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Signing in</Trans>
      </h2>
      <RowList form="card">
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => void open(loadPasskeys)}>
            <ListRowFace
              icon={<KeyIcon />}
              title={<Trans>Passkeys</Trans>}
              detail={<Trans>Sign in without a password</Trans>}
              end={<ChevronEndIcon />}
            />
          </button>
        </li>
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => void open(loadSessions)}>
            <ListRowFace
              icon={<PersonIcon />}
              title={<Trans>Where you are signed in</Trans>}
              detail={<Trans>See your devices, sign one out</Trans>}
              end={<ChevronEndIcon />}
            />
          </button>
        </li>
      </RowList>
      {Opened !== null && <Opened onClose={() => setOpened(null)} />}
    </section>
  )
}

function NoConnection({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal open title={<Trans>Signing in</Trans>} onClose={onClose}>
      <FailureNote failure={{ kind: 'offline' }} doing={t`Signing in`} />
    </Modal>
  )
}
