import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { dismissRestored } from '../actions/storage.online.ts'
import { routes } from '../config/routes.ts'
import { mustInstant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { isSiteDataBlocked } from '../lib/local-storage.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { storageLost } from '../signals/storage-lost.ts'
import { useNow } from '../parts/use-now.ts'
import { useRestored } from '../queries/use-restored.ts'
import { useSession } from '../queries/use-session.ts'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import text from '../ui/text.module.css'
import styles from './app.module.css'

export interface StorageNoticesProps {
  readonly isMemory: boolean
  readonly isLost: boolean
  readonly isBlocked: boolean
  readonly isSlow: boolean
  /** Epoch milliseconds; null when the provider has not gone back to a backup. */
  readonly restoredAt: number | null
}

/**
 * Warns about storage: nothing is saved, saved data was lost, the database is still opening, another tab blocks it, or
 * the provider was restored from a backup.
 */
export default function StorageNotices({ isMemory, isLost, isBlocked, isSlow, restoredAt }: StorageNoticesProps) {
  return (
    <div className={styles.notices}>
      {isBlocked && <BlockedNotice />}
      {isSlow && !isBlocked && <SlowNotice />}
      {isMemory && <MemoryNotice />}
      {isLost && !isMemory && !isBlocked && <LostNotice />}
      {restoredAt !== null && !isBlocked && <RestoredNotice at={restoredAt} />}
    </div>
  )
}

/** Needs no button: the database opens by itself once the other tab closes its connection. */
function BlockedNotice() {
  return (
    <Note
      tone="amber"
      icon={<TriangleIcon size={24} />}
      title={<Trans>Another tab is blocking the update</Trans>}
      role="status"
    >
      <Trans>An older version is open in another tab. Close the other tabs and this one continues.</Trans>
    </Note>
  )
}

/** Disappears by itself when the storage answers or fails. */
function SlowNotice() {
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} role="status">
      <Trans>Still opening what is saved on this phone: its storage is slow at the moment.</Trans>
    </Note>
  )
}

function MemoryNotice() {
  const { host } = location
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} role="status">
      <Trans>
        This browser saves nothing. Your pass is gone when you close this page, and without a connection nothing opens
        or waits to be sent.
      </Trans>
      {isSiteDataBlocked() && (
        <p>
          <Trans>
            Site data is blocked. Allow cookies and site data for {host} in the browser’s settings, then reload.
          </Trans>
        </p>
      )}
    </Note>
  )
}

/** The session can be queried here: the databases exist, they are only empty. */
function LostNotice() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const isSignedIn = session.status === 'ready' && session.value !== null
  return (
    <Note
      tone="amber"
      icon={<TriangleIcon size={24} />}
      title={<Trans>What was saved on this phone is gone</Trans>}
      role="status"
    >
      <p>
        {isSignedIn ? (
          <Trans>
            Your browser deleted it. We’re getting your bookings, passes and wallet back now. Car parks come back as you
            search.
          </Trans>
        ) : (
          <Trans>
            Your browser deleted it. Sign in to get your bookings, passes and wallet back. Car parks come back as you
            search.
          </Trans>
        )}
      </p>
      <p>
        <Trans>Requests that were waiting for signal are lost. Check your bookings in case one is missing.</Trans>
      </p>
      <ButtonRow>
        {!isSignedIn && (
          <Link to={routes.login.href(`${pathname}${search}`)} {...buttonLook({ size: 'small' })}>
            <Trans>Sign in</Trans>
          </Link>
        )}
        <Button kind="secondary" size="small" onClick={() => storageLost.set(false)}>
          <Trans>OK</Trans>
        </Button>
      </ButtonRow>
    </Note>
  )
}

function RestoredNotice({ at }: { readonly at: number }) {
  const format = useFormat()
  const now = useNow()
  const restored = useRestored()
  const lost = restored.status === 'ready' ? (restored.value?.lost ?? []) : []
  const time = format.savedAt(toInstant(at), { zone: phoneZone(), now })
  return (
    <Note
      tone="amber"
      icon={<TriangleIcon size={24} />}
      title={<Trans>Baywise was restored from a backup</Trans>}
      role="status"
    >
      <p>
        <Trans>
          Noticed {time}. You see what Baywise holds now. A recent change may be missing, even if it was confirmed.
        </Trans>
      </p>
      {lost.length > 0 && (
        <>
          <p>
            <Trans>
              These bookings are missing. Their passes are still on this phone. Show them at the gate and contact
              support:
            </Trans>
          </p>
          <ul>
            {lost.map(({ booking_code: code, park, end_time: end }) => {
              const { name } = park
              const until = format.dayTime(mustInstant(end), { zone: park.timezone, now, inSentence: true })
              return (
                <li key={code}>
                  <Link to={routes.booking.href(code)} className={text.lineLink}>
                    <Trans>
                      {name}, until {until}
                    </Trans>
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      )}
      <ButtonRow>
        <Link to={routes.activity.href()} {...buttonLook({ kind: 'secondary', size: 'small' })}>
          <Trans>Activity</Trans>
        </Link>
        <Button kind="secondary" size="small" onClick={() => void dismissRestored()}>
          <Trans>OK</Trans>
        </Button>
      </ButtonRow>
    </Note>
  )
}
