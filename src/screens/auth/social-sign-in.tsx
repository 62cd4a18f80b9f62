import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './auth.module.css'
import type { SocialPlace } from './use-social-sign-in.ts'

const Nothing = () => null

/** Of no use without a connection, so the phone keeps no copy: where it cannot be had, the form stands alone. */
const SocialButtons = lazyPart<SocialPlace>(() => import('./social-buttons.tsx').catch(() => ({ default: Nothing })))

/** Google and Apple, under the form with e-mail and password. */
export function SocialSignIn(props: SocialPlace) {
  return (
    <Suspense
      fallback={
        <div className={styles.form} aria-busy="true">
          <Skeleton size="button" width="full" />
          <Skeleton size="button" width="full" />
        </div>
      }
    >
      <SocialButtons {...props} />
    </Suspense>
  )
}
