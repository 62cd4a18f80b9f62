import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { routes } from '../config/routes.ts'
import type { StorageReason } from '../lib/storage-trouble.ts'
import { saveJsonFile } from '../parts/save-file.ts'
import { continueInMemory, deleteSavedData, exportRequests } from '../sync/recover-storage.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DownloadIcon, ReloadIcon } from '../ui/icons-action.tsx'
import { TriangleIcon } from '../ui/icons-state.tsx'
import styles from './app.module.css'

export interface StorageScreenProps {
  readonly reason: StorageReason
  /** Everything shown next reads from memory. */
  readonly onContinue: () => void
}

/** Shown when saved data cannot be read, not even after the database was reopened. Deletes nothing without asking. */
export default function StorageScreen({ reason, onContinue }: StorageScreenProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const inMemory = async () => {
    setBusy(true)
    await continueInMemory()
    onContinue()
  }
  const remove = async () => {
    setBusy(true)
    await deleteSavedData()
    // Not the current address: it may name one of the deleted driver's bookings.
    location.assign(routes.home.href())
  }
  return (
    <EmptyState
      icon={<TriangleIcon size={28} />}
      level={1}
      title={t`We can’t read what’s saved on this phone`}
      text={<ReasonText reason={reason} />}
      action={
        <div className={styles.recovery}>
          <Button icon={<ReloadIcon />} onClick={() => location.reload()}>{t`Try again`}</Button>
          <Button
            kind="secondary"
            disabled={isBusy}
            onClick={() => void inMemory()}
          >{t`Continue without saving`}</Button>
          {reason !== 'outdated' && (
            <>
              {reason === 'broken' && (
                <p>
                  <Trans>
                    First close the app, in all its tabs and windows, and open it again. That often helps, and
                    everything saved on this phone stays.
                  </Trans>
                </p>
              )}
              <ExportRequests />
              <p>
                <Trans>
                  If that doesn’t help, delete it. Your bookings and wallet are safe with Baywise: just sign in again.
                  Changes that were never sent will be lost.
                </Trans>
              </p>
              <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>{t`Delete saved data`}</Button>
            </>
          )}
        </div>
      }
    />
  )
}

/** Exports unsent requests before anything is deleted, bypassing the app's own database layer. */
function ExportRequests() {
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState<number | null>(null)
  const save = async () => {
    setBusy(true)
    const { count, text } = await exportRequests()
    if (count > 0) saveJsonFile('baywise-requests.json', text)
    setSaved(count)
    setBusy(false)
  }
  return (
    <>
      <Button
        kind="secondary"
        icon={<DownloadIcon />}
        busy={isBusy}
        busyLabel={<Trans>Reading…</Trans>}
        onClick={() => void save()}
      >
        <Trans>Save what was not sent as a file</Trans>
      </Button>
      {saved !== null && (
        <p role="status">
          {saved === 0 ? (
            <Trans>No unsent requests could be read.</Trans>
          ) : (
            <Plural
              value={saved}
              one="# request is in the file baywise-requests.json."
              other="# requests are in the file baywise-requests.json."
            />
          )}
        </p>
      )}
    </>
  )
}

function ReasonText({ reason }: { readonly reason: StorageReason }) {
  if (reason === 'full') return <Trans>This phone is full. Free up some space, then try again.</Trans>
  if (reason === 'outdated')
    return <Trans>It was saved by a newer version of the app. Reload to get that version.</Trans>
  return <Trans>This browser’s storage isn’t responding. The app still works while you’re connected.</Trans>
}
