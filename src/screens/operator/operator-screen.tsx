// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { findConsole } from '../../actions/console.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { ConsoleSession } from '../../contract/console.ts'
import { readTabText, writeTabText } from '../../lib/session-storage.ts'
import { useSession } from '../../queries/use-session.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyIcon } from '../../ui/icons-action.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Console } from './console.tsx'
import { ConsoleEntrance } from './console-entrance.tsx'

const INVITATION = 'operator_invitation'

/**
 * Returns the code of an invitation link, kept across sign-in. It is removed from the URL at once, since URLs stay in
 * the history.
 */
function useInvitation(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const linked = /^#invitation=([\w-]{1,100})$/.exec(hash)?.[1]
  useEffect(() => {
    if (linked === undefined) return
    writeTabText(INVITATION, linked)
    void navigate(moreRoutes.operator.href(), { replace: true })
  }, [linked, navigate])
  return linked ?? readTabText(INVITATION)
}

/** /operator: the console for car park operators. */
export default function OperatorScreen() {
  const { t } = useLingui()
  const session = useSession()
  const invitation = useInvitation()
  if (session.status === 'loading') return <Skeleton size="card" width="full" />
  const user = session.value?.expired === false ? session.value.user : null
  if (user === null || user.guest === true) return <SignIn isInvited={invitation !== null} label={t`Sign in`} />
  return <Opened key={user.user_id} userId={user.user_id} invitation={invitation} />
}

function Opened({ userId, invitation }: { readonly userId: string; readonly invitation: string | null }) {
  const [session, setSession] = useState<ConsoleSession | null>(() => findConsole(userId))
  if (session === null) return <ConsoleEntrance userId={userId} invitation={invitation} onOpened={setSession} />
  return (
    <Console
      userId={userId}
      session={session}
      onChanged={() => setSession(findConsole(userId))}
      onClosed={() => setSession(null)}
    />
  )
}

function SignIn({ isInvited, label }: { readonly isInvited: boolean; readonly label: string }) {
  const next = moreRoutes.operator.href()
  return (
    <EmptyState
      level={1}
      icon={<KeyIcon size={28} />}
      title={<Trans>Car park console</Trans>}
      text={
        isInvited ? (
          <Trans>Sign in with the address that was invited, or create an account with it.</Trans>
        ) : (
          <Trans>Sign in with the account that belongs to your organisation.</Trans>
        )
      }
      action={
        <ButtonRow>
          <Link to={routes.login.href(next)} {...buttonLook()}>
            {label}
          </Link>
          <Link to={routes.register.href(next)} {...buttonLook({ kind: 'secondary' })}>
            <Trans>Create an account</Trans>
          </Link>
        </ButtonRow>
      }
    />
  )
}
