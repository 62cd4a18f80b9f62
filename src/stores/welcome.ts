import { writeLocalText } from '../lib/local-storage.ts'
import { WELCOME_OVER, wasWelcomed } from '../lib/welcomed.ts'
import { isCountryChosen, selectedCountry } from '../signals/selected-country.ts'

/**
 * Returns whether the driver has neither chosen a country nor dismissed the welcome on this phone; with storage
 * blocked, since this page loaded.
 */
export const isWelcomeDue = (): boolean => !wasWelcomed() && !isCountryChosen(selectedCountry.get())

export const endWelcome = (): boolean => writeLocalText(WELCOME_OVER, '1')
