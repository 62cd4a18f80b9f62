import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { isCountryChosen, selectedCountry } from '../signals/selected-country.ts'

const KEY = 'baywise-welcome-over'

/** A phone on which nobody has chosen a country or put the welcome away. */
export const isWelcomeDue = (): boolean => readLocalText(KEY) === null && !isCountryChosen(selectedCountry.get())

export const endWelcome = (): boolean => writeLocalText(KEY, '1')
