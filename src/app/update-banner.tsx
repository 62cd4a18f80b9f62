import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { appOutdated } from '../lib/app-outdated.ts'
import { Button } from '../ui/button.tsx'
import styles from './app.module.css'
import { acceptUpdate, waitingWorker } from './sw-bridge.ts'
import { useObservable } from './use-observable.ts'

/** Never in the way of a purchase, a form or a pass. */
const isBusyPlace = (pathname: string): boolean => /^\/(checkout|payment|auth|register|verify)|\/pass$/.test(pathname)

/** Whether something was typed on this page: an update would throw it away. */
function useTyped(pathname: string): boolean {
  const [typedOn, setTypedOn] = useState<string | null>(null)
  useEffect(() => {
    const note = () => setTypedOn(pathname)
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [pathname])
  return typedOn === pathname
}

/** A new release asks before it takes over; an outdated tab must be reloaded. */
export function UpdateBanner() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const waiting = useObservable(waitingWorker)
  const isOutdated = useObservable(appOutdated)
  const isTyped = useTyped(pathname)
  if (isOutdated) {
    return (
      <div className={styles.banner} role="alert">
        <p>
          <Trans>Another tab runs a newer version. Reload to go on.</Trans>
        </p>
        <Button size="small" onClick={() => location.reload()}>{t`Reload`}</Button>
      </div>
    )
  }
  if (waiting === null || isTyped || isBusyPlace(pathname)) return null
  return (
    <div className={styles.banner} role="status">
      <p>
        <Trans>A new version is ready.</Trans>
      </p>
      <Button kind="secondary" size="small" onClick={acceptUpdate}>{t`Update now`}</Button>
    </div>
  )
}
