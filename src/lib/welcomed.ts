import { readLocalText } from './local-storage.ts'

/** Set when the welcome is dismissed. */
export const WELCOME_OVER = 'baywise-welcome-over'

/** How the country was determined (key name from the specification): `false` if the driver chose it. */
export const COUNTRY_FLAG = 'countryAutoDetected'

/** Lets the first script decide without loading the app's country code. */
export const wasWelcomed = (): boolean =>
  readLocalText(WELCOME_OVER) !== null || readLocalText(COUNTRY_FLAG) === 'false'
