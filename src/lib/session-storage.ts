import { textStorage } from './text-storage.ts'

/** Small texts of this tab that survive leaving the page and coming back. `clearTabTexts`: forgets what it kept for a reload. */
export const {
  read: readTabText,
  write: writeTabText,
  remove: removeTabText,
  clear: clearTabTexts,
} = textStorage('sessionStorage')
