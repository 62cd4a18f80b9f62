import type { User } from '../../contract/auth.ts'
import { getCountry } from '../../domain/country.ts'
import type { Currency } from '../../domain/money.ts'
import { selectedCountry } from '../../signals/selected-country.ts'

/** Returns the currency of the displayed wallet: that of the chosen country, else of the driver's own. */
export const walletCurrency = ({ country }: User): Currency =>
  getCountry(selectedCountry.get()?.code ?? country.code).currency
