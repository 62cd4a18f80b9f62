import { removeLocalText, writeLocalText } from './local-storage.ts'

/** Key names defined by the specification. */
const SUCCESS = 'social_login_success'
const NEW_USER = 'social_login_new_user'

/** Records the outcome of the last social sign-in; the app itself does not read it. */
export function keepSocialMarks(isNewUser: boolean): void {
  writeLocalText(SUCCESS, 'true')
  writeLocalText(NEW_USER, String(isNewUser))
}

/** Called before the next social sign-in and at sign-out. */
export function dropSocialMarks(): void {
  removeLocalText(SUCCESS)
  removeLocalText(NEW_USER)
}
