import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import type { AppContext } from './app-context.ts'

const ASKED = 'storagePersistAsked'

interface StorageLike {
  persist?(): Promise<boolean>
  persisted?(): Promise<boolean>
}

interface PageLike {
  readonly navigator?: { readonly storage?: StorageLike }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
}

/** Returns whether the app was opened from the home screen: some browsers grant there what they deny a page. */
const isInstalled = ({ matchMedia }: PageLike): boolean => matchMedia?.('(display-mode: standalone)').matches === true

/**
 * Asks the browser for persistent storage: once per installation, and once more from the home screen. Called when a
 * booking or a waiting command could be lost: some browsers prompt the driver, who should know why. Only the profile
 * shows a denial.
 */
export async function persistStorage(phone: Pick<AppContext, 'log'>): Promise<void> {
  const page = globalThis as PageLike
  const storage = page.navigator?.storage
  const as = isInstalled(page) ? 'installed' : 'true'
  const asked = readLocalText(ASKED)
  if (storage?.persist === undefined || asked === as || (asked !== null && as === 'true')) return
  writeLocalText(ASKED, as)
  try {
    if ((await storage.persisted?.()) === true) return
    phone.log.info('asked to keep the storage', { granted: await storage.persist() })
  } catch (error) {
    // Not in a secure context, or switched off: treated as a denial.
    phone.log.info('the storage cannot be kept', { error: String(error) })
  }
}
