// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { exportAccount } from '../../actions/account.online.ts'
import { routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineRow } from '../../parts/online-row.tsx'
import { saveJsonFile } from '../../parts/save-file.ts'
import { ChevronEndIcon, DownloadIcon, TrashIcon } from '../../ui/icons-action.tsx'
import { InfoIcon } from '../../ui/icons-state.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { onlineModal } from './online-modal.tsx'
import styles from './profile.module.css'

const DeleteModal = onlineModal(() => import('./delete-modal.tsx'))

/** The driver's personal data: privacy information, export, and deletion of the account. */
export function DataSection() {
  const { t } = useLingui()
  const [isDeleting, setDeleting] = useState(false)
  const { failure, state, load } = useExport()
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Your data</Trans>
      </h2>
      {failure !== null && <FailureNote failure={failure} doing={t`Preparing your data`} />}
      <RowList form="card">
        <li>
          <OnlineRow
            icon={<DownloadIcon />}
            title={<Trans>Download my data</Trans>}
            detail={<ExportState state={state} />}
            isBusy={state === 'busy'}
            onClick={() => void load()}
          />
        </li>
        <li>
          <Link to={routes.privacy.href()} {...listRowLook()}>
            <ListRowFace icon={<InfoIcon />} title={<Trans>What we keep and why</Trans>} end={<ChevronEndIcon />} />
          </Link>
        </li>
        <li>
          <OnlineRow
            opens="dialog"
            icon={<TrashIcon />}
            title={<Trans>Delete account</Trans>}
            end={<ChevronEndIcon />}
            onClick={() => setDeleting(true)}
          />
        </li>
      </RowList>
      {isDeleting && <DeleteModal onClose={() => setDeleting(false)} />}
    </section>
  )
}

type LoadState = 'idle' | 'busy' | 'saved'

function ExportState({ state }: { readonly state: LoadState }) {
  return (
    <span role="status">
      {state === 'idle' && <Trans>Profile, vehicles, bookings, payments, sessions, as a JSON file</Trans>}
      {state === 'busy' && <Trans>Preparing your data…</Trans>}
      {state === 'saved' && <Trans>Downloaded</Trans>}
    </span>
  )
}

function useExport() {
  const [state, setState] = useState<LoadState>('idle')
  const [failure, setFailure] = useState<ActionError | null>(null)
  const load = async () => {
    if (state === 'busy') return
    setState('busy')
    setFailure(null)
    const result = await exportAccount()
    setState(result.ok ? 'saved' : 'idle')
    if (result.ok)
      saveJsonFile(`baywise-${result.value.exported_at.slice(0, 10)}.json`, JSON.stringify(result.value, null, 2))
    else setFailure(result.error)
  }
  return { failure, state, load }
}
