import { textStorage } from './text-storage.ts'

/** The few small texts that survive a reload outside the databases. */
export const {
  read: readLocalText,
  write: writeLocalText,
  remove: removeLocalText,
  clearBut: clearLocalTextsBut,
} = textStorage('localStorage')

/** The driver, or a setting of the browser, refuses every store to this site: reading this one throws then. */
export function isSiteDataBlocked(): boolean {
  try {
    void (globalThis as { readonly localStorage?: unknown }).localStorage
    return false
  } catch {
    return true
  }
}
