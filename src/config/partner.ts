/** Where owners list their space: another site, set when the app is built. Nothing leads there without one. */
export const PARTNER_URL: string | undefined = import.meta.env.VITE_PARTNER_URL

/** Where owners sign in, by the footer's Get started; shown only with it. */
export const PARTNER_LOGIN_URL: string | undefined = import.meta.env.VITE_PARTNER_LOGIN_URL

/** The app's own pages in the stores, in the order in which they are shown; only those that are set. */
export const STORE_LINKS: ReadonlyArray<{ readonly name: string; readonly url: string }> = [
  { name: 'App Store', url: import.meta.env.VITE_APP_STORE_URL },
  { name: 'Google Play', url: import.meta.env.VITE_PLAY_STORE_URL },
].flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))

/** Whom drivers write to, and where the operator is found; both are shown only where they are set. */
export const SUPPORT_EMAIL: string | undefined = import.meta.env.VITE_SUPPORT_EMAIL
export const SOCIAL_LINKS: string | undefined = import.meta.env.VITE_SOCIAL_LINKS
