import { Suspense } from 'react'
import { isSocialOffered } from '../../actions/reference-data.online.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { SocialPlace } from './use-social-sign-in.ts'

const Nothing = () => null

/** Of no use without a connection, so the phone keeps no copy: where it cannot be had, or is not set up, the form stands alone. */
const SocialButtons = lazyPart<SocialPlace>(async () => {
  const nothing = { default: Nothing }
  return (await isSocialOffered()) ? import('./social-buttons.tsx').catch(() => nothing) : nothing
})

/** Google and Apple, the last thing on their page: nothing moves when they come, or do not. */
export function SocialSignIn(props: SocialPlace) {
  return (
    <Suspense fallback={null}>
      <SocialButtons {...props} />
    </Suspense>
  )
}
