import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SocialFailure } from '../../actions/social-sign-in.online.ts'
import type { SocialOutcome } from '../../actions/social.online.ts'
import { routes } from '../../config/routes.ts'
import type { SocialProvider } from '../../contract/social.ts'
import { err } from '../../lib/result.ts'
import { socialReturn } from '../../lib/social-return.ts'
import { systemTimers } from '../../lib/timers.ts'

/** The identity service's client is loaded for whoever turns to a button of it, and for whoever comes back from it. */
const loadJourney = () => import('../../actions/social.online.ts')
type Start = (journey: Awaited<ReturnType<typeof loadJourney>>) => Promise<SocialOutcome>

/** The code comes over the network: without one there is no journey either. */
async function travel(start: Start): Promise<SocialOutcome> {
  const journey = await loadJourney().catch(() => undefined)
  return journey === undefined ? err({ kind: 'network' }) : start(journey)
}

/** Until the driver is taken on: after coming back to a page, and from the login modal. */
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
  /** Where a page goes on when nothing else is said. */
  readonly next?: string | undefined
}

export interface SocialSignInState {
  readonly phase: SocialPhase
  readonly prepare: () => void
  readonly signIn: (provider: SocialProvider) => void
  readonly continueOnThisPage: (provider: SocialProvider) => void
}

/** The driver went back instead: browsers that kept the page show it as it was left, on its way out. */
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
    // Another button was tapped meanwhile: its window took the place of this one.
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
