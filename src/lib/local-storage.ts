import { textStorage } from './text-storage.ts'

/** The few small texts that survive a reload outside the databases. */
export const {
  read: readLocalText,
  write: writeLocalText,
  remove: removeLocalText,
  clearBut: clearLocalTextsBut,
} = textStorage('localStorage')
