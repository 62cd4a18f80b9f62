import { useSession } from '../../queries/use-session.ts'

/** Whether the user is signed out or has no account. False until known. */
export function useIsGuest(): boolean {
  const session = useSession()
  return session.status === 'ready' && (session.value === null || session.value.user.guest === true)
}
