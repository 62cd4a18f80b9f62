import { Suspense } from 'react'
import { isSocialOffered } from '../../actions/reference-data.online.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { SocialPlace } from './use-social-sign-in.ts'

const Nothing = () => null

/**
 * Useless offline, so no copy is kept on the phone. If the chunk fails to load, or social sign-in is not set up, only
 * the form is shown.
 */
const SocialButtons = lazyPart<SocialPlace>(async () => {
  const nothing = { default: Nothing }
  return (await isSocialOffered()) ? import('./social-buttons.tsx').catch(() => nothing) : nothing
})

/** Google and Apple, last on the page so that nothing shifts when they appear. */
export function SocialSignIn(props: SocialPlace) {
  return (
    <Suspense fallback={null}>
      <SocialButtons {...props} />
    </Suspense>
  )
}
