import { useSession } from '../../queries/use-session.ts'

/** Nobody is signed in, or somebody without an account. False until it is known. */
export function useIsGuest(): boolean {
  const session = useSession()
  return session.status === 'ready' && (session.value === null || session.value.user.guest === true)
}
