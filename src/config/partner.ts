/** Where owners list their space: another site, set when the app is built. */
export const PARTNER_URL = import.meta.env.VITE_PARTNER_URL ?? 'https://partners.baywise.example/'
