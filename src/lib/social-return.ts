import { readTabText, removeTabText, writeTabText } from './session-storage.ts'

/** Kept while the driver is away on the identity service's page: who comes back finds the code loaded at once. */
const KEY = 'social_login_pending'

export const socialReturn = {
  isExpected: (): boolean => readTabText(KEY) !== null,
  /** False where the tab keeps nothing: coming back would find nothing either. */
  expect: (provider: 'google' | 'apple'): boolean => writeTabText(KEY, provider),
  /** The service that the driver went to; undefined unless one is expected. Asked once. */
  take(): 'google' | 'apple' | undefined {
    const text = readTabText(KEY)
    removeTabText(KEY)
    return text === 'google' || text === 'apple' ? text : undefined
  },
}
