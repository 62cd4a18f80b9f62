import { textStorage } from './text-storage.ts'

/** Small texts that persist outside the databases. */
export const {
  read: readLocalText,
  write: writeLocalText,
  remove: removeLocalText,
  clearBut: clearLocalTextsBut,
} = textStorage('localStorage')

/** Whether the driver or the browser's settings block all site data: accessing localStorage then throws. */
export function isSiteDataBlocked(): boolean {
  try {
    void (globalThis as { readonly localStorage?: unknown }).localStorage
    return false
  } catch {
    return true
  }
}
