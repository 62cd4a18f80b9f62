import { Trans } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import {
  dismissInstall,
  installPrompt,
  isAppleTouch,
  isInstallDismissed,
  isStandalone,
  type InstallPrompt,
} from '../stores/install-prompt.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { DownloadIcon, ShareIcon } from '../ui/icons-action.tsx'
import { Note } from '../ui/note.tsx'

const usePrompt = (): InstallPrompt | null => useSyncExternalStore(installPrompt.subscribe, installPrompt.get)

interface InstallOfferProps {
  readonly lasting?: boolean
  /** Class of the box around the offer; without an offer there is no box. */
  readonly className?: string | undefined
}

/**
 * Offers to put the app on the home screen: a button where the browser can prompt, instructions where only its menu can
 * install, nothing elsewhere or once installed. `lasting`: stays after "Not now", for a place where the driver looks
 * for it.
 */
export function InstallOffer({ lasting = false, className }: InstallOfferProps) {
  const prompt = usePrompt()
  const [isDismissed, setDismissed] = useState(isInstallDismissed)
  if (isDismissed && !lasting) return null
  if ((prompt === null && !isAppleTouch()) || isStandalone()) return null
  const dismiss = () => {
    dismissInstall()
    setDismissed(true)
  }
  const ask = async (shown: InstallPrompt) => {
    // A prompt can be shown once; the browser fires another one when it chooses.
    installPrompt.set(null)
    const { outcome } = await shown.prompt()
    if (outcome === 'dismissed') dismiss()
  }
  const offer = (
    <Note icon={<DownloadIcon size={24} />} title={<Trans>Keep Baywise on your home screen</Trans>}>
      <p>
        {prompt === null ? (
          <Trans>
            Tap <ShareIcon /> Share below, then “Add to Home Screen”. Baywise then opens like an app, at your pass, even
            offline.
          </Trans>
        ) : (
          <Trans>It opens like an app, at your pass, even offline.</Trans>
        )}
      </p>
      <ButtonRow>
        {prompt !== null && (
          <Button size="small" onClick={() => void ask(prompt)}>
            <Trans>Install</Trans>
          </Button>
        )}
        {!lasting && (
          <Button kind="secondary" size="small" onClick={dismiss}>
            <Trans>Not now</Trans>
          </Button>
        )}
      </ButtonRow>
    </Note>
  )
  return className === undefined ? offer : <div className={className}>{offer}</div>
}
