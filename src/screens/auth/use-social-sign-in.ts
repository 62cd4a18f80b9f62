import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SocialFailure } from '../../actions/social-sign-in.online.ts'
import type { SocialOutcome } from '../../actions/social.online.ts'
import { routes } from '../../config/routes.ts'
import type { SocialProvider } from '../../contract/social.ts'
import { err } from '../../lib/result.ts'
import { socialReturn } from '../../lib/social-return.ts'
import { systemTimers } from '../../lib/timers.ts'

/** The identity service's client, loaded only when the driver is about to use its button or returns from its page. */
const loadJourney = () => import('../../actions/social.online.ts')
type Start = (journey: Awaited<ReturnType<typeof loadJourney>>) => Promise<SocialOutcome>

/** The client's code needs the network; a failed load is reported as a network error. */
async function travel(start: Start): Promise<SocialOutcome> {
  const journey = await loadJourney().catch(() => undefined)
  return journey === undefined ? err({ kind: 'network' }) : start(journey)
}

/** Delay before moving on after success: on a page the driver returned to, and in the login modal. */
const RETURN_MS = 1_000
const MODAL_MS = 500

export type SocialStep = 'window' | 'blocked' | 'leaving' | 'returning'

export type SocialPhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly step: SocialStep }
  | { readonly kind: 'failed'; readonly provider: SocialProvider; readonly failure: SocialFailure }
  | { readonly kind: 'done'; readonly isNewUser: boolean }

export interface SocialPlace {
  /** The modal closes by itself once there is a session. */
  readonly place: 'page' | 'modal'
  /** Where a page continues when no other target is given. */
  readonly next?: string | undefined
}

export interface SocialSignInState {
  readonly phase: SocialPhase
  readonly prepare: () => void
  readonly signIn: (provider: SocialProvider) => void
  readonly continueOnThisPage: (provider: SocialProvider) => void
}

/** Resets the page after the driver goes back: from the back/forward cache it returns in its "leaving" state. */
function useRestoredPage(onRestored: () => void): void {
  const restore = useEffectEvent(onRestored)
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restore()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
}

export function useSocialSignIn({ place, next }: SocialPlace): SocialSignInState {
  const navigate = useNavigate()
  const [phase, setPhase] = useState<SocialPhase>(() =>
    socialReturn.isExpected() ? { kind: 'busy', step: 'returning' } : { kind: 'idle' },
  )
  const latest = useRef(0)

  const goOn = (step: SocialStep) => {
    const to = place === 'modal' ? undefined : next
    const leave = () => void navigate(to ?? routes.home.href(), { replace: true })
    if (step === 'returning') systemTimers.after(RETURN_MS, leave)
    else if (place === 'modal') systemTimers.after(MODAL_MS, leave)
    else leave()
  }

  const settle = (provider: SocialProvider, step: SocialStep, outcome: SocialOutcome) => {
    if (!outcome.ok) return setPhase({ kind: 'failed', provider, failure: outcome.error })
    setPhase({ kind: 'done', isNewUser: outcome.value.isNewUser })
    return goOn(step)
  }

  const onBack = useEffectEvent((provider: SocialProvider, outcome: SocialOutcome) =>
    settle(provider, 'returning', outcome),
  )
  useEffect(() => {
    const provider = socialReturn.take()
    if (provider !== undefined)
      void travel((journey) => journey.comeBack()).then((outcome) => onBack(provider, outcome))
  }, [])

  useRestoredPage(() => {
    latest.current += 1
    socialReturn.take()
    setPhase({ kind: 'idle' })
  })

  const begin = async (provider: SocialProvider, step: SocialStep, start: Start) => {
    latest.current += 1
    const mine = latest.current
    setPhase({ kind: 'busy', step })
    const outcome = await travel(start)
    // If another button was tapped meanwhile, its window replaced this one.
    if (mine === latest.current) settle(provider, step, outcome)
  }

  return {
    phase,
    prepare: () => void Promise.allSettled([loadJourney().then(({ prepareSocial }) => prepareSocial())]),
    signIn: (provider) =>
      void begin(provider, 'window', (journey) =>
        journey.signInSocially(provider, () => setPhase({ kind: 'busy', step: 'blocked' })),
      ),
    continueOnThisPage: (provider) =>
      void begin(provider, 'leaving', (journey) => journey.continueOnThisPage(provider)),
  }
}
