import type { ActionRefusal } from './failures.ts'

/** Why nobody was signed in, as the driver is told it. */
export type SocialFailure =
  /** The window was closed, or another took its place: they may go on in this page. */
  | { readonly kind: 'closed' }
  /** The browser allows no window, and leaving the page did not work either. */
  | { readonly kind: 'blocked' }
  /** Not set up here, or the browser keeps nothing. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_enabled' }
  /** The identity service knows the address under another service. */
  | { readonly kind: 'account_exists' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'network' }
  /** Nobody was signed in on the page that the driver came back from. */
  | { readonly kind: 'nothing_brought_back' }
  | { readonly kind: 'return_failed' }
  /** The provider accepted, and its answer held no session. */
  | { readonly kind: 'no_session' }
  /** The provider accepted, and this phone could not keep the session. */
  | { readonly kind: 'not_kept' }
  /** The identity service said no, and not why. */
  | { readonly kind: 'failed' }
  /** The provider said no. */
  | ActionRefusal
