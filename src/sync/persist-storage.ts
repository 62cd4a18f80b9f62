import { readLocalText, writeLocalText } from '../lib/local-text.ts'
import type { Phone } from './phone.ts'

const ASKED = 'storagePersistAsked'

interface StorageLike {
  persist?(): Promise<boolean>
}

const findStorage = (): StorageLike | undefined =>
  (globalThis as { navigator?: { storage?: StorageLike } }).navigator?.storage

/**
 * Asks the browser, once in this installation's life, not to throw away what is kept. Called when there is something to
 * lose, a booking or a command that waits: some browsers ask the driver, who should know why. A refusal is said nowhere
 * but in the profile.
 */
export async function persistStorage(phone: Pick<Phone, 'log'>): Promise<void> {
  const storage = findStorage()
  if (storage?.persist === undefined || readLocalText(ASKED) !== null) return
  writeLocalText(ASKED, 'true')
  try {
    phone.log.info('asked to keep the storage', { granted: await storage.persist() })
  } catch (error) {
    // Not in a secure context, or switched off: as good as a refusal.
    phone.log.info('the storage cannot be kept', { error: String(error) })
  }
}
