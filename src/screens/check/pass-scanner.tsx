import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Repeats } from '../../scan/duplicate-filter.ts'
import { Button } from '../../ui/button.tsx'
import { Scanner } from '../../parts/scanner/scanner.tsx'
import type { useCamera } from '../../parts/scanner/use-camera.ts'

export interface PassScannerProps {
  readonly source: ReturnType<typeof useCamera>
  /** Outlives this component: the pass just decided on is often still in view. */
  readonly repeats: Repeats
  /** False while the keys are being loaded. */
  readonly isReady: boolean
  readonly onPass: (text: string) => void
}

/** Reports each pass once, until it has left the camera's view. */
export function PassScanner({ source, repeats, isReady, onPass }: PassScannerProps) {
  const [isRepeat, setRepeat] = useState(false)
  const onFrame = (text: string | null) => {
    if (!isReady) return
    const seen = repeats.see(text)
    if (seen !== 'nothing') setRepeat(seen === 'same')
    if (seen === 'new' && text !== null) onPass(text)
  }
  const again = () => {
    repeats.forget()
    setRepeat(false)
  }
  return (
    <Scanner
      source={source}
      onFrame={onFrame}
      hint={
        isRepeat ? (
          <>
            <Trans>Already checked. Show the next pass.</Trans>{' '}
            <Button kind="soft" size="small" onClick={again}>
              <Trans>Check it again</Trans>
            </Button>
          </>
        ) : (
          <Trans>Point the camera at the driver’s pass.</Trans>
        )
      }
    />
  )
}
