/** Key of the `saved` row that holds the keys for checking signs. */
export const SIGN_KEYS = 'sign-keys'
