import { Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { importPassKeys, type PassCheck, verifyPass } from '../../domain/pass.ts'
import { consoleLog } from '../../lib/log.ts'
import { storageMode } from '../../lib/storage-trouble.ts'
import { usePassKeys } from '../../queries/use-pass-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheckIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { isInstalled } from '../../ui/paint.ts'

/** Returns whether this page opens again offline: the app is installed and the page's data is stored. */
function useOpensAgain(): boolean {
  const [hasApp, setHasApp] = useState(isInstalled)
  const isStored = useSyncExternalStore(storageMode.subscribe, () => storageMode.get() === 'kept')
  useEffect(() => {
    // `ready` never settles when no worker can be installed; without https there is no `serviceWorker`.
    if (!hasApp) void navigator.serviceWorker?.ready.then(() => setHasApp(true))
  }, [hasApp])
  return hasApp && isStored
}

/**
 * Shows "Ready offline" only after the stored pass was read back and its signature verified with the stored keys, and
 * when the app itself is stored too.
 */
export function ReadyOffline({ text }: { readonly text: string }) {
  const keys = usePassKeys()
  const opensAgain = useOpensAgain()
  const [check, setCheck] = useState<PassCheck['kind'] | null>(null)
  const saved = keys.status === 'ready' ? keys.value : null

  useEffect(() => {
    if (saved === null) return undefined
    let isCurrent = true
    importPassKeys(saved)
      .then((keyring) => verifyPass(text, keyring))
      .then((result) => {
        if (isCurrent) setCheck(result.kind)
      })
      .catch((error: unknown) => {
        consoleLog.error('pass not verified', { reason: String(error) })
        if (isCurrent) setCheck('malformed')
      })
    return () => {
      isCurrent = false
    }
  }, [saved, text])

  if (check === null) return null
  if (check === 'valid' && opensAgain) {
    return (
      <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
        <Trans>Ready offline</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="waiting" icon={<TriangleIcon size={18} />}>
      <NotReady check={check} />
    </Badge>
  )
}

function NotReady({ check }: { readonly check: PassCheck['kind'] }) {
  if (check === 'valid') return <Trans>Keep this page open</Trans>
  return check === 'update_needed' ? <Trans>Not verified yet</Trans> : <Trans>Cannot be verified</Trans>
}
