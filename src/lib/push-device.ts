import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

/** That this phone is to be notified, as the provider last agreed to it. The browser's own subscription may have gone since. */
export interface PushDevice {
  /** The provider's name for it. */
  readonly id: string
  /** No sound at night. */
  readonly quiet: boolean
}

const KEY = 'baywise-push'

export function readPushDevice(): PushDevice | null {
  try {
    const kept: unknown = JSON.parse(readLocalText(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || typeof kept.id !== 'string') return null
    return { id: kept.id, quiet: 'quiet' in kept && kept.quiet === true }
  } catch {
    return null
  }
}

export const keepPushDevice = (device: PushDevice): boolean => writeLocalText(KEY, JSON.stringify(device))

export const dropPushDevice = (): void => removeLocalText(KEY)
