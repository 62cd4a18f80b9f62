import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { appOutdated } from '../signals/app-outdated.ts'
import { Button } from '../ui/button.tsx'
import styles from './app.module.css'
import { blockUpdates } from './update-blockers.ts'
import { acceptUpdate, waitingWorker } from './sw-bridge.ts'
import { useObservable } from './use-observable.ts'

/** Never interrupts a purchase, a form or a pass. */
const isBusyPlace = (pathname: string): boolean =>
  /^\/(checkout|payment|auth|register|verify|forgot-password|reset-password|wallet\/.)|\/pass$/.test(pathname)

/** Returns whether something was typed on this page: an update would discard it. */
function useTyped(pathname: string): boolean {
  const [typedOn, setTypedOn] = useState<string | null>(null)
  useEffect(() => {
    const note = () => setTypedOn(pathname)
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [pathname])
  return typedOn === pathname
}

function useBusy(pathname: string): boolean {
  const isTyped = useTyped(pathname)
  const isBusy = isTyped || isBusyPlace(pathname)
  useEffect(() => (isBusy ? blockUpdates() : undefined), [isBusy])
  return isBusy
}

/** Offers a new release before it takes over; tells the driver to reload an outdated tab. */
export function UpdateBanner() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const waiting = useObservable(waitingWorker)
  const isOutdated = useObservable(appOutdated)
  const isBusy = useBusy(pathname)
  // After a rollback, a reload loads the same old release again, so a waiting release is offered first.
  if (isOutdated && (waiting === null || isBusy)) {
    return (
      <div className={styles.banner} role="alert">
        <p>
          <Trans>A newer version is open in another tab. Reload the page to continue.</Trans>
        </p>
        <Button size="small" onClick={() => location.reload()}>{t`Reload`}</Button>
      </div>
    )
  }
  return waiting === null || isBusy ? null : <ReleaseOffer />
}

function ReleaseOffer() {
  const { t } = useLingui()
  const [step, setStep] = useState<'offered' | 'asked' | 'busy'>('offered')
  const accept = async () => {
    setStep('asked')
    if ((await acceptUpdate()) === 'busy') setStep('busy')
  }
  return (
    <div className={styles.banner} role="status">
      <p>
        {step === 'busy' ? (
          <Trans>Something is unfinished in another tab. Finish it there, then update.</Trans>
        ) : (
          <Trans>A new version is ready.</Trans>
        )}
      </p>
      <Button kind="secondary" size="small" busy={step === 'asked'} onClick={() => void accept()}>
        {t`Update now`}
      </Button>
    </div>
  )
}
