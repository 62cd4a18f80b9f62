import { dictionary } from '@zxcvbn-ts/language-common'

/** Shorter passwords are already refused for their length. */
const MIN_LENGTH = 8

/**
 * Of the 50,000 most common leaked passwords, the 18,000 that are long enough, in lower case. Phones check against the
 * same list.
 */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH),
)

export const isCommonPassword = (password: string): boolean => COMMON.has(password.normalize('NFKC').toLowerCase())
