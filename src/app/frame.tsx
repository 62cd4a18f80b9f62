import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { AfterPaint } from '../ui/after-paint.tsx'
import styles from './app.module.css'
import { ConnectionStrip } from './connection-strip.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { SiteHeader } from './site-header.tsx'
import { StorageBanner } from './storage-banner.tsx'
import { UpdateBanner } from './update-banner.tsx'
import { usePageChange } from './use-page-change.ts'

const Reminders = lazyScreen(() => import('./reminders.tsx'))

export interface FrameProps {
  /** `none` on the pass, which is white up to all edges. */
  readonly strip?: 'shown' | 'none'
  /** `B`: the page ends with the site footer. `wide`: from 768 px only, because the page has its own head on phones. */
  readonly header: 'A' | 'B' | 'B-wide' | 'none'
  /** The screen is as high as the window and scrolls inside. */
  readonly full?: boolean
  /** Text and forms: one column of 44 rem. */
  readonly narrow?: boolean
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** The landmarks of every page: skip link, strip, header, main, and the parts below. */
export function Frame({ strip = 'shown', header, full = false, narrow = false, below, children }: FrameProps) {
  // Rendered once per page: memoisation would add 0.2 kB to the app's first files.
  'use no memo'
  const mainId = useId()
  const main = usePageChange()
  return (
    <div className={styles.layout} data-full={full || undefined}>
      <a className={styles.skip} href={`#${mainId}`}>
        <Trans>Skip to content</Trans>
      </a>
      {strip === 'shown' && <ConnectionStrip />}
      {header === 'B-wide' ? (
        <div className={styles.wideHeader}>
          <SiteHeader variant="B" />
        </div>
      ) : (
        header !== 'none' && <SiteHeader variant={header} />
      )}
      <UpdateBanner />
      <StorageBanner />
      <AfterPaint fallback={null}>
        <Reminders />
      </AfterPaint>
      <main
        ref={main}
        id={mainId}
        tabIndex={-1}
        data-narrow={narrow || undefined}
        data-tall={header === 'B' || undefined}
      >
        {children}
      </main>
      {below}
    </div>
  )
}
