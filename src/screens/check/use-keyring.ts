import { useEffect, useState } from 'react'
import { importPassKeys, type PassKeyring } from '../../domain/pass.ts'
import { consoleLog } from '../../lib/log.ts'
import { usePassKeys } from '../../queries/use-pass-keys.ts'

const NO_KEYS: PassKeyring = new Map()

/** The keys saved on this phone; null until they are loaded, since without keys every pass would be judged too new. */
export function useKeyring(): PassKeyring | null {
  const saved = usePassKeys()
  const keys = saved.status === 'ready' ? saved.value : null
  const [keyring, setKeyring] = useState<PassKeyring | null>(null)

  useEffect(() => {
    if (keys === null) return undefined
    let isCurrent = true
    const show = (next: PassKeyring): void => {
      if (isCurrent) setKeyring(next)
    }
    importPassKeys(keys)
      .then(show)
      .catch((error: unknown) => {
        consoleLog.error('pass keys not read', { error: String(error) })
        show(NO_KEYS)
      })
    return () => {
      isCurrent = false
    }
  }, [keys])

  return keyring
}
