/** The manifest's `share_target`. */
const SHARE_PATH = '/share'

/** What another app shares is looked for. Anybody may open this address: it only fills a search. */
export async function startAtShared(): Promise<void> {
  if (location.pathname !== SHARE_PATH) return
  const { sharedSearch } = await import('./shared-search.ts')
  history.replaceState(null, '', sharedSearch(new URLSearchParams(location.search)))
}
