import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { importPassKeys, type PassCheck, verifyPass } from '../../domain/pass.ts'
import { consoleLog } from '../../lib/log.ts'
import { usePassKeys } from '../../queries/use-pass-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheckIcon, TriangleIcon } from '../../ui/icons-state.tsx'

/** Said only after the stored pass was read back and its signature verified with the stored keys. */
export function ReadyOffline({ text }: { readonly text: string }) {
  const keys = usePassKeys()
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
  if (check === 'valid') {
    return (
      <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
        <Trans>Ready offline</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="waiting" icon={<TriangleIcon size={18} />}>
      {check === 'update_needed' ? <Trans>Not verified yet</Trans> : <Trans>Cannot be verified</Trans>}
    </Badge>
  )
}
