import { selectCountry } from '../actions/country.ts'
import { emptyCarts } from '../actions/empty-carts.online.ts'
import type { CountryCode } from '../domain/country.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { useCheckoutDraft } from '../stores/checkout-draft.ts'

/**
 * The driver's own choice. What lay in the cart was priced for another country and goes, as the settings say; the first choice
 * replaces only a guess and empties nothing.
 */
export function changeCountry(code: CountryCode): void {
  const before = selectedCountry.get()
  selectCountry(code)
  if (before !== null && !before.fallback && before.code !== code) {
    useCheckoutDraft.getState().clear()
    void emptyCarts()
  }
}
