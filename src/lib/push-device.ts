import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

/**
 * This phone's push registration as last confirmed by the provider. The browser's own subscription may have disappeared
 * since.
 */
export interface PushDevice {
  /** The provider's id of the subscription. */
  readonly id: string
  /** Silent at night. */
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
