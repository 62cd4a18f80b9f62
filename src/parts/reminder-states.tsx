// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PushError } from '../actions/push.online.ts'
import type { Booking } from '../contract/bookings.ts'
import { unreachable } from '../lib/assert.ts'
import { useConnection } from '../queries/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { BellIcon, TicketIcon } from '../ui/icons-place.tsx'
import { ClockIcon, NoSignalIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { ListRow, RowList } from '../ui/list-row.tsx'
import { Note } from '../ui/note.tsx'
import { FailureNote } from './failure-note.tsx'
import type { PushState } from './find-push-state.ts'
import { useCalendar } from './use-calendar.ts'
import { type Push, usePush } from './use-push.ts'

type Stay = readonly [Booking, ...Booking[]]

/** The three ways in which this phone reminds of an end, each with its state and how to fix it. */
export function ReminderStates({ stay }: { readonly stay?: Stay }) {
  const { t } = useLingui()
  const push = usePush({ isChecked: stay === undefined })
  return (
    <>
      <RowList form="card" label={t`Reminders`}>
        <li>
          <PushRow push={push} />
        </li>
        {stay === undefined ? (
          <li>
            <ListRow
              icon={<TicketIcon />}
              title={t`Calendar`}
              detail={t`Add a booking from its pass. Works offline.`}
            />
          </li>
        ) : (
          <li>
            <CalendarRow stay={stay} />
          </li>
        )}
        <li>
          <ListRow
            icon={<ClockIcon />}
            title={t`In the open app`}
            detail={t`30 and 10 minutes before the end`}
            end={<Trans>On</Trans>}
          />
        </li>
      </RowList>
      {push.state === 'on' && (
        <div>
          <Chip on={push.quiet} onToggle={push.setQuiet}>
            <Trans>No sound from 22:00 to 07:00</Trans>
          </Chip>
        </div>
      )}
      {push.failure !== null && <PushFailure failure={push.failure} isOn={push.state === 'on'} />}
    </>
  )
}

function usePushDetail(): (state: PushState) => string {
  const { t } = useLingui()
  return (state) => {
    switch (state) {
      case 'unsupported':
        return t`Not available in this browser`
      case 'not_installed':
        return t`First add Baywise to the home screen: Share, then Add to Home Screen`
      case 'denied':
        return t`Blocked: allow notifications for this site in your browser settings, then come back`
      case 'off':
        return t`Off. Turn them on to be reminded even when the app is closed.`
      case 'lost':
        return t`Your browser turned notifications off`
      case 'on':
        return t`On, even when the app is closed`
      default:
        return unreachable(state)
    }
  }
}

function PushRow({ push: { state, isBusy, failure, turnOn, turnOff } }: { readonly push: Push }) {
  const { t } = useLingui()
  const detailOf = usePushDetail()
  const isBroken = state === 'lost' || failure !== null
  const isOffered = state === 'off' || state === 'lost'
  const isOffline = useConnection().state === 'offline'
  return (
    <ListRow
      icon={isBroken || state === 'denied' ? <TriangleIcon /> : <BellIcon />}
      title={t`Notifications`}
      detail={isOffered && isOffline ? t`Needs a connection` : state === null ? '' : detailOf(state)}
      end={
        isOffered ? (
          isOffline ? (
            <NoSignalIcon />
          ) : (
            <Button kind="soft" size="small" busy={isBusy} onClick={turnOn}>
              {isBroken ? <Trans>Turn back on</Trans> : <Trans>Turn on</Trans>}
            </Button>
          )
        ) : (
          state === 'on' && (
            <Button kind="plain" size="small" busy={isBusy} onClick={turnOff}>
              <Trans>Turn off</Trans>
            </Button>
          )
        )
      }
    />
  )
}

function CalendarRow({ stay }: { readonly stay: Stay }) {
  const { t } = useLingui()
  const { state, save } = useCalendar(stay)
  const details = {
    none: t`Rings 30 and 10 minutes before the end, even offline`,
    old: t`Your stay has changed: add it again`,
    saved: t`Added. If you extend, add it again.`,
  }
  return (
    <ListRow
      icon={state === 'old' ? <TriangleIcon /> : <TicketIcon />}
      title={t`Calendar`}
      detail={details[state]}
      end={
        <Button kind={state === 'saved' ? 'plain' : 'soft'} size="small" onClick={save}>
          {state === 'old' ? <Trans>Add again</Trans> : <Trans>Add</Trans>}
        </Button>
      }
    />
  )
}

interface PushFailureProps {
  readonly failure: PushError
  /** The silent hours can be changed only while notifications are on. */
  readonly isOn: boolean
}

function PushFailure({ failure, isOn }: PushFailureProps) {
  const { t } = useLingui()
  if (failure.kind === 'push_denied' || failure.kind === 'push_dismissed') {
    return (
      <Note icon={<TriangleIcon size={24} />} role="status">
        <Trans>Notifications are still off: your browser doesn’t allow them for this site.</Trans>
      </Note>
    )
  }
  if (failure.kind === 'push_failed') {
    return (
      <Note icon={<TriangleIcon size={24} />} role="alert">
        {failure.reason === 'no_answer' ? (
          <Trans>
            This browser’s notification service isn’t responding. Try again later. Calendar reminders still work.
          </Trans>
        ) : (
          <Trans>This browser couldn’t turn notifications on. Calendar reminders still work.</Trans>
        )}
      </Note>
    )
  }
  return <FailureNote failure={failure} doing={isOn ? t`Changing the silent hours` : t`Turning on notifications`} />
}
