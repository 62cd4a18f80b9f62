import { useState } from 'react'
import { consoleLog } from '../lib/log.ts'

export interface Shared {
  readonly title: string
  /** A path of this app. */
  readonly path: string
}

export interface Share {
  readonly isCopied: boolean
  /** A link that could be neither shared nor copied: the driver can still copy it by hand. */
  readonly refused: string | null
  readonly open: (shared: Shared) => Promise<void>
}

/** Opens the phone's share sheet; without one, copies the link to the clipboard. */
export function useShare(): Share {
  const [isCopied, setCopied] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const open = async ({ title, path }: Shared) => {
    const url = new URL(path, window.location.origin).href
    setRefused(null)
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        setCopied(true)
      }
    } catch (error) {
      // Closing the share sheet rejects with AbortError: the driver's choice, not a fault.
      if (error instanceof DOMException && error.name === 'AbortError') return
      consoleLog.warn('share failed', { reason: String(error) })
      setRefused(url)
    }
  }
  return { isCopied, refused, open }
}
