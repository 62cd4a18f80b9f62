/** The separate site where owners list their space, set at build time. Unset: no link is shown. */
export const PARTNER_URL: string | undefined = import.meta.env.VITE_PARTNER_URL

/** Where owners sign in, linked from the footer's "Get started"; hidden when unset. */
export const PARTNER_LOGIN_URL: string | undefined = import.meta.env.VITE_PARTNER_LOGIN_URL

/** The app's store pages that are set, in display order. */
export const STORE_LINKS: ReadonlyArray<{ readonly name: string; readonly url: string }> = [
  { name: 'App Store', url: import.meta.env.VITE_APP_STORE_URL },
  { name: 'Google Play', url: import.meta.env.VITE_PLAY_STORE_URL },
].flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))

/** Support address and the operator's social links; each is shown only when set. */
export const SUPPORT_EMAIL: string | undefined = import.meta.env.VITE_SUPPORT_EMAIL
export const SOCIAL_LINKS: string | undefined = import.meta.env.VITE_SOCIAL_LINKS
