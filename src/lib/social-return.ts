import { readTabText, removeTabText, writeTabText } from './session-storage.ts'

/** Set while the driver is on the identity service's page, so that the sign-in code is loaded at once on return. */
const KEY = 'social_login_pending'

export const socialReturn = {
  isExpected: (): boolean => readTabText(KEY) !== null,
  /** Returns false if the tab cannot store it: the return could then not be recognised. */
  expect: (provider: 'google' | 'apple'): boolean => writeTabText(KEY, provider),
  /** Returns the service that the driver went to and clears it; undefined if no return is expected. */
  take(): 'google' | 'apple' | undefined {
    const text = readTabText(KEY)
    removeTabText(KEY)
    return text === 'google' || text === 'apple' ? text : undefined
  },
}
