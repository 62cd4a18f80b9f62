import { dictionary } from '@zxcvbn-ts/language-common'

/** Shorter ones are refused for their length. */
const SHORTEST = 8

/** The 18,000 of the 50,000 most used leaked passwords that are long enough, lower case: the list by which phones judge one, too. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST),
)

export const isCommonPassword = (password: string): boolean => COMMON.has(password.normalize('NFKC').toLowerCase())
