import { readLocalText } from './local-storage.ts'

/** Set where the welcome was put away. */
export const WELCOME_OVER = 'baywise-welcome-over'

/** How the country was found (the specification's name): `false` where the driver chose it. */
export const COUNTRY_FLAG = 'countryAutoDetected'

/** What the first script can tell of a phone without all that the app knows of a country. */
export const wasWelcomed = (): boolean =>
  readLocalText(WELCOME_OVER) !== null || readLocalText(COUNTRY_FLAG) === 'false'
