import { applyInstallId } from '../db/apply/install.ts'
import { readInstallId } from '../db/read/install.ts'
import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { storageLost } from '../signals/storage-lost.ts'
import { uuid7 } from '../lib/uuid7.ts'
import type { AppContext } from './app-context.ts'

const KEY = 'installId'

/**
 * Compares the id of this installation in two storages. A browser that evicts the databases leaves localStorage:
 * `wiped` means that the stored data, including waiting commands, is lost.
 */
export async function checkInstall(phone: AppContext): Promise<'first' | 'same' | 'wiped'> {
  const [kept, stored] = [readLocalText(KEY), await readInstallId(phone.dbs)]
  if (stored !== null) {
    if (kept !== stored) writeLocalText(KEY, stored)
    return 'same'
  }
  const id = kept ?? uuid7(phone.clock.now(), phone.random)
  await applyInstallId(phone.dbs, id)
  if (kept === null) writeLocalText(KEY, id)
  else storageLost.set(true)
  return kept === null ? 'first' : 'wiped'
}
