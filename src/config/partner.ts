/** Where owners list their space: another site, set when the app is built. */
const PARTNER_SITE: string | undefined = import.meta.env.VITE_PARTNER_URL

export const hasPartnerSite = PARTNER_SITE !== undefined

/** Without such a site: what is said about it here. */
export const PARTNER_URL = PARTNER_SITE ?? '/about#owners'

/** Where the footer's Get started leads: owners sign in on that site. Without it: to the drivers' own sign-in. */
export const PARTNER_LOGIN_URL: string | undefined = import.meta.env.VITE_PARTNER_LOGIN_URL

/** Whom drivers write to, and where the operator is found; both are shown only where they are set. */
export const SUPPORT_EMAIL: string | undefined = import.meta.env.VITE_SUPPORT_EMAIL
export const SOCIAL_LINKS: string | undefined = import.meta.env.VITE_SOCIAL_LINKS
