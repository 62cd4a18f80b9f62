import { PARAM } from '../config/routes.ts'
import { parseSearchAddress } from '../parts/search-address.ts'
import { useSearchDraft } from '../stores/search-draft.ts'

/** Carries over what was typed or chosen in the search form before the app ran. */
export function keepTyped(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('form[role="search"]')
  if (form === null) return
  const typed = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed.append(name, value)
  const { vehicleTypeId } = parseSearchAddress(typed)
  // Not trimmed: the driver may be between two words.
  useSearchDraft.getState().change({ text: typed.get(PARAM.text) ?? '', vehicleTypeId })
}
