// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { unreachable } from '../../lib/assert.ts'
import type { ParkCode } from '../../domain/ids.ts'
import type { Scanned } from '../../domain/sign.ts'
import { SignNote } from '../../parts/signs/sign-note.tsx'
import { useSignCheck } from '../../parts/signs/use-sign-check.ts'
import { Button } from '../../ui/button.tsx'
import { InfoIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

export interface ScannedSignProps {
  readonly scanned: Scanned
  readonly onGenuine: (code: ParkCode, token: string) => void
  /** Continues with the code alone, without the sign's token. */
  readonly onWithout: (code: ParkCode) => void
}

/** Describes the scan result; a genuine sign opens its car park. */
export function ScannedSign({ scanned, onGenuine, onWithout }: ScannedSignProps) {
  switch (scanned.kind) {
    case 'sign':
      return <CheckedSign code={scanned.code} token={scanned.token} onGenuine={onGenuine} onWithout={onWithout} />
    case 'broken':
      return <SignNote state="forged" />
    case 'foreign': {
      const { host } = scanned
      return (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>This code doesn’t lead to Baywise</Trans>}
          role="alert"
        >
          <p>
            <Trans>
              It leads to <b dir="ltr">{host}</b>. We didn’t open it. Don’t pay there for a car park of Baywise: such
              codes are pasted over real signs.
            </Trans>
          </p>
        </Note>
      )
    }
    case 'pass':
      return (
        <Note icon={<InfoIcon size={24} />} title={<Trans>This is a pass</Trans>} role="status">
          <Trans>The attendant scans passes. Here you scan the sign of a car park.</Trans>
        </Note>
      )
    case 'other_page':
    case 'unreadable':
      return (
        <Note icon={<InfoIcon size={24} />} title={<Trans>This isn’t the sign of a car park</Trans>} role="status">
          <Trans>Look for the code with 7 letters and digits on the sign, and type it below.</Trans>
        </Note>
      )
    case 'park':
      return null
    default:
      return unreachable(scanned)
  }
}

interface CheckedSignProps extends Pick<ScannedSignProps, 'onGenuine' | 'onWithout'> {
  readonly code: ParkCode
  readonly token: string
}

function CheckedSign({ code, token, onGenuine, onWithout }: CheckedSignProps) {
  const state = useSignCheck({ code, token, origin: location.origin })
  const goOn = useEffectEvent(() => onGenuine(code, token))
  const kind = state?.kind ?? 'checking'
  useEffect(() => {
    if (kind === 'genuine') goOn()
  }, [kind])
  if (kind === 'checking') {
    return (
      <p role="status">
        <Trans>Checking the sign…</Trans>
      </p>
    )
  }
  return (
    <>
      <SignNote state={kind} />
      {(kind === 'update_needed' || kind === 'unchecked') && (
        <Button kind="secondary" wide onClick={() => onWithout(code)}>
          <Trans>Open the car park</Trans>
        </Button>
      )}
    </>
  )
}
