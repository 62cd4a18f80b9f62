// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { acceptInvitation, loadMemberships } from '../../actions/console.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { ConsoleSession, Memberships } from '../../contract/console.ts'
import { removeTabText } from '../../lib/session-storage.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { RadioCard } from '../../ui/choice-field.tsx'
import { CircleCheckIcon, InfoIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './operator.module.css'
import { ConsoleFactor } from './console-factor.tsx'
import { RoleText } from './role-text.tsx'

interface EntranceProps {
  readonly userId: string
  /** The code of an invitation link; null when there is none. */
  readonly invitation: string | null
  readonly onOpened: (session: ConsoleSession) => void
}

/** The steps before the console: accepting an invitation, choosing the organisation, and the second factor. */
export function ConsoleEntrance({ userId, invitation, onOpened }: EntranceProps) {
  const { t } = useLingui()
  const { value, failure, reload } = useLoaded(loadMemberships, userId)
  return (
    <div className={styles.narrow}>
      <h1 tabIndex={-1}>
        <Trans>Car park console</Trans>
      </h1>
      {invitation !== null && <Acceptance code={invitation} onAccepted={reload} />}
      {failure !== null && <FailureNote failure={failure} doing={t`Opening the console`} />}
      {value === null && failure === null && <Skeleton size="card" width="full" />}
      {value?.memberships.length === 0 && invitation === null && <Nobody />}
      {value !== null && value.memberships.length > 0 && (
        <Choice userId={userId} memberships={value.memberships} onOpened={onOpened} />
      )}
    </div>
  )
}

function Nobody() {
  return (
    <Note icon={<InfoIcon size={24} />} title={<Trans>Your account belongs to no organisation</Trans>}>
      <p>
        <Trans>The console is by invitation. Open the link of your invitation, or ask an owner to invite you.</Trans>
      </p>
      <Link to={moreRoutes.management.href()} {...buttonLook({ kind: 'secondary', size: 'small' })}>
        <Trans>About the console</Trans>
      </Link>
    </Note>
  )
}

function Acceptance({ code, onAccepted }: { readonly code: string; readonly onAccepted: () => void }) {
  const { t } = useLingui()
  const [joined, setJoined] = useState<string | null>(null)
  const { failure, isBusy, run } = useSingleFlight<{ readonly organisation: { readonly name: string } }>(
    ({ organisation }) => {
      removeTabText('operator_invitation')
      setJoined(organisation.name)
      onAccepted()
    },
  )
  if (joined !== null) {
    return <Note icon={<CircleCheckIcon size={24} />} title={<Trans>You belong to {joined}</Trans>} role="status" />
  }
  return (
    <section className={styles.card}>
      <p>
        <Trans>You opened an invitation to an organisation.</Trans>
      </p>
      {failure !== null && <FailureNote failure={failure} doing={t`Accepting the invitation`} />}
      <OnlineButton
        doing={t`Accepting the invitation`}
        wide
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void run(() => acceptInvitation(code))}
      >
        <Trans>Accept the invitation</Trans>
      </OnlineButton>
    </section>
  )
}

function Choice({
  userId,
  memberships,
  onOpened,
}: Pick<EntranceProps, 'userId' | 'onOpened'> & Pick<Memberships, 'memberships'>) {
  const [chosen, setChosen] = useState(memberships[0]?.organisation.id ?? '')
  return (
    <section className={styles.card}>
      <fieldset className={styles.checks}>
        <legend>
          <Trans>Organisation</Trans>
        </legend>
        {memberships.map(({ organisation: { id, name }, role }) => (
          <RadioCard
            key={id}
            name="organisation"
            checked={id === chosen}
            onChange={() => setChosen(id)}
            title={<bdi>{name}</bdi>}
            detail={<RoleText role={role} />}
          />
        ))}
      </fieldset>
      <ConsoleFactor key={chosen} userId={userId} organisationId={chosen} onOpened={onOpened} />
    </section>
  )
}
