import { removeLocalText, writeLocalText } from './local-storage.ts'

/** Names: the specification's. */
const SUCCESS = 'social_login_success'
const NEW_USER = 'social_login_new_user'

/** How the last sign-in with an identity service ended; nothing else reads it. */
export function keepSocialMarks(isNewUser: boolean): void {
  writeLocalText(SUCCESS, 'true')
  writeLocalText(NEW_USER, String(isNewUser))
}

/** Before the next one, and at sign-out. */
export function dropSocialMarks(): void {
  removeLocalText(SUCCESS)
  removeLocalText(NEW_USER)
}
