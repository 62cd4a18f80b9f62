import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { WELCOME_OVER } from '../lib/welcomed.ts'
import { isCountryChosen, selectedCountry } from '../signals/selected-country.ts'

/** A phone on which nobody has chosen a country or put the welcome away. */
export const isWelcomeDue = (): boolean =>
  readLocalText(WELCOME_OVER) === null && !isCountryChosen(selectedCountry.get())

export const endWelcome = (): boolean => writeLocalText(WELCOME_OVER, '1')
