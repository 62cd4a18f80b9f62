/** The row of `saved` with the keys that signs are checked with. */
export const SIGN_KEYS = 'sign-keys'
