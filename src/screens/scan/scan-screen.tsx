// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { type Scanned, readScanned, SIGN_PARAMETER } from '../../domain/sign.ts'
import { consoleLog } from '../../lib/log.ts'
import { tellWorker } from '../../lib/tell-worker.ts'
import { Scanner } from '../../parts/scanner/scanner.tsx'
import { useCamera } from '../../parts/scanner/use-camera.ts'
import { createRepeats } from '../../scan/duplicate-filter.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './scan.module.css'
import { ScannedSign } from './scanned-sign.tsx'

/** The driver's scanner: detects a forged sign offline, and opens only pages of this app. */
export default function ScanScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const [repeats] = useState(createRepeats)
  const camera = useCamera(true, 'far')
  useEffect(() => {
    tellWorker({ type: 'KEEP_FILES', group: 'scan' }).catch((error: unknown) =>
      consoleLog.warn('scanner not kept', { error: String(error) }),
    )
  }, [])
  const openPark = (slugOrCode: string, token?: string): void => {
    const search = token === undefined ? '' : `?${new URLSearchParams({ [SIGN_PARAMETER]: token }).toString()}`
    void navigate({ pathname: routes.park.href(slugOrCode), search })
  }
  const onFrame = (text: string | null) => {
    if (repeats.see(text) !== 'new' || text === null) return
    const read = readScanned(text, location.origin)
    if (read.kind === 'park') openPark(read.slugOrCode)
    else setScanned(read)
  }
  const again = () => {
    repeats.forget()
    setScanned(null)
  }
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.home.href()} {...iconButtonLook()} aria-label={t`Back to home`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Scan a sign</Trans>}
      />
      <div className={styles.body}>
        <Scanner
          source={camera}
          onFrame={onFrame}
          hint={<Trans>Point the camera at the sign’s QR code. Nothing is opened before it’s checked.</Trans>}
        />
        {scanned !== null && (
          <>
            <ScannedSign
              scanned={scanned}
              onGenuine={(code, token) => openPark(code, token)}
              onWithout={(code) => openPark(code)}
            />
            <Button kind="secondary" wide onClick={again}>
              <Trans>Scan again</Trans>
            </Button>
          </>
        )}
        <CodeForm onCode={(code) => openPark(code)} />
      </div>
    </div>
  )
}
