import { textStorage } from './text-storage.ts'

/**
 * Small texts of this tab that survive leaving the page and returning. `clearTabTexts` deletes those kept for a reload.
 */
export const {
  read: readTabText,
  write: writeTabText,
  remove: removeTabText,
  clear: clearTabTexts,
} = textStorage('sessionStorage')
