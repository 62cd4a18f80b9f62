import { selectCountry } from '../actions/country.ts'
import { emptyCarts } from '../actions/empty-carts.online.ts'
import type { CountryCode } from '../domain/country.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { useCheckoutDraft } from '../stores/checkout-draft.ts'

/**
 * Applies the driver's own choice of country. The cart was priced for the previous country and is emptied, as the
 * settings say; a first choice only replaces a guess and empties nothing.
 */
export function changeCountry(code: CountryCode): void {
  const before = selectedCountry.get()
  selectCountry(code)
  if (before !== null && !before.fallback && before.code !== code) {
    useCheckoutDraft.getState().clear()
    void emptyCarts()
  }
}
