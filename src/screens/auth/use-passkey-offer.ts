import { useEffect, useEffectEvent } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { offerPasskey } from '../../actions/passkeys.online.ts'
import type { User } from '../../contract/auth.ts'
import type { Result } from '../../lib/result.ts'
import { useConnection } from '../../queries/use-connection.ts'

/**
 * Offers passkeys in the email field while no other sign-in is running: the browser allows one credential request at a
 * time, so another method aborts this one.
 */
export function usePasskeyOffer(isPaused: boolean, onAnswer: (answer: Result<User, ActionError>) => void): void {
  const isOffline = useConnection().state === 'offline'
  const answer = useEffectEvent(onAnswer)
  useEffect(() => {
    if (isPaused || isOffline) return undefined
    const offer = new AbortController()
    void offerPasskey(offer.signal).then((result) => {
      if (result !== null) answer(result)
    })
    return () => offer.abort()
  }, [isPaused, isOffline])
}
