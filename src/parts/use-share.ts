import { useState } from 'react'
import { consoleLog } from '../lib/log.ts'

export interface Shared {
  readonly title: string
  /** Path of this app. */
  readonly path: string
}

/** The phone's share sheet; where there is none the link goes to the clipboard. */
export function useShare(): { readonly isCopied: boolean; readonly open: (shared: Shared) => Promise<void> } {
  const [isCopied, setCopied] = useState(false)
  const open = async ({ title, path }: Shared) => {
    const url = new URL(path, window.location.origin).href
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        setCopied(true)
      }
    } catch (error) {
      // Closing the share sheet rejects with AbortError: the driver's choice, not a fault.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        consoleLog.warn('share failed', { reason: String(error) })
    }
  }
  return { isCopied, open }
}
