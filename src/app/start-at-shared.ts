/** The manifest's `share_target`. */
const SHARE_PATH = '/share'

/** Searches for content shared by another app. Safe for anyone to open: the address only fills in a search. */
export async function startAtShared(): Promise<void> {
  if (location.pathname !== SHARE_PATH) return
  const { sharedSearch } = await import('./shared-search.ts')
  history.replaceState(null, '', sharedSearch(new URLSearchParams(location.search)))
}
