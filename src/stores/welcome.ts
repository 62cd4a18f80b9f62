import { writeLocalText } from '../lib/local-storage.ts'
import { WELCOME_OVER, wasWelcomed } from '../lib/welcomed.ts'
import { isCountryChosen, selectedCountry } from '../signals/selected-country.ts'

/** A phone on which nobody has chosen a country or put the welcome away; where its storage is blocked, since this page began. */
export const isWelcomeDue = (): boolean => !wasWelcomed() && !isCountryChosen(selectedCountry.get())

export const endWelcome = (): boolean => writeLocalText(WELCOME_OVER, '1')
