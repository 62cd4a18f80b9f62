// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { endOtherSessions, endSession, loadSessions } from '../../actions/session.online.ts'
import type { DeviceSession } from '../../contract/sessions.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './profile.module.css'

/** The driver's sessions: this phone first, then the most recently active. */
export default function SessionsModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { value: sessions, failure, reload } = useLoaded(loadSessions, undefined)
  const change = useSingleFlight(reload)
  // The reason is shown once, at the button that ends all of them.
  const isOffline = useConnection().state === 'offline'
  const hasOthers = sessions?.some(({ current }) => !current) === true
  const endOthers = (
    <OnlineButton
      doing={t`Signing out`}
      kind="danger"
      wide
      busy={change.isBusy}
      busyLabel={<Trans>Signing out…</Trans>}
      onClick={() => void change.run(endOtherSessions)}
    >
      <Trans>Sign out everywhere else</Trans>
    </OnlineButton>
  )
  const trouble = change.failure ?? failure
  return (
    <Modal
      open
      title={<Trans>Where you are signed in</Trans>}
      onClose={onClose}
      {...(hasOthers ? { foot: endOthers } : {})}
    >
      <div className={styles.form}>
        {trouble !== null && <FailureNote failure={trouble} doing={t`Loading your devices`} />}
        {sessions === null && failure === null && <Skeleton size="card" width="full" />}
        {sessions !== null && (
          <RowList form="card" label={t`Devices`}>
            {sessions.map((session) => (
              <li key={session.session_id}>
                <SessionRow
                  session={session}
                  onEnd={
                    change.isBusy || isOffline ? undefined : () => void change.run(() => endSession(session.session_id))
                  }
                />
              </li>
            ))}
          </RowList>
        )}
        {hasOthers && (
          <p>
            <Trans>A signed-out device keeps what it has saved, but it can’t send anything.</Trans>
          </p>
        )}
      </div>
    </Modal>
  )
}

function SessionRow({ session, onEnd }: { readonly session: DeviceSession; readonly onEnd: (() => void) | undefined }) {
  const format = useFormat()
  const now = useNow()
  const name = useDeviceName(session)
  const seen = format.dayTime(mustInstant(session.last_seen_at), { zone: phoneZone(), now, inSentence: true })
  return (
    <ListRow
      title={name}
      detail={session.current ? <Trans>This device</Trans> : <Trans>Last active {seen}</Trans>}
      end={
        session.current ? undefined : (
          <Button kind="secondary" size="small" disabled={onEnd === undefined} onClick={onEnd}>
            <Trans>Sign out</Trans>
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )
      }
    />
  )
}

/** Returns as much as is known: "Chrome on Android". */
function useDeviceName({ browser, system }: Pick<DeviceSession, 'browser' | 'system'>): string {
  const { t } = useLingui()
  if (browser !== null && system !== null) return t`${browser} on ${system}`
  return browser ?? system ?? t`Unrecognised device`
}
