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

/** Opened from the home screen: some browsers grant there what they refused to a page. */
const isInstalled = ({ matchMedia }: PageLike): boolean => matchMedia?.('(display-mode: standalone)').matches === true

/**
 * Asks the browser not to throw away what is kept: once in this installation's life, and once more from the home screen. Called when
 * there is something to lose, a booking or a command that waits: some browsers ask the driver, who should know why. A refusal is said
 * nowhere but in the profile.
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
    // Not in a secure context, or switched off: as good as a refusal.
    phone.log.info('the storage cannot be kept', { error: String(error) })
  }
}
