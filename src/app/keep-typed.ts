import { PARAM } from '../config/routes.ts'
import { parseSearchAddress } from '../parts/search-address.ts'
import { useSearchDraft } from '../stores/search-draft.ts'

/** What was typed or chosen in the search before the app ran goes on in its fields. */
export function keepTyped(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('form[role="search"]')
  if (form === null) return
  const typed = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed.append(name, value)
  const { vehicleTypeId } = parseSearchAddress(typed)
  // As it stands in the field: spaces between words are still being typed.
  useSearchDraft.getState().change({ text: typed.get(PARAM.text) ?? '', vehicleTypeId })
}
