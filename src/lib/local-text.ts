/** The few small texts that survive a reload outside the databases; a browser without storage forgets them. */
interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Undefined on a server, in a worker, and where the driver has switched storage off (reading it throws then). */
function findStorage(): TextStorage | undefined {
  try {
    return (globalThis as { localStorage?: TextStorage }).localStorage
  } catch {
    return undefined
  }
}

export const readLocalText = (key: string): string | null => findStorage()?.getItem(key) ?? null

/** False when the text was not kept (no storage, or full). */
export function writeLocalText(key: string, text: string): boolean {
  const storage = findStorage()
  if (storage === undefined) return false
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const removeLocalText = (key: string): void => findStorage()?.removeItem(key)

/** Forgets what this tab kept for a reload. */
export function clearTabTexts(): void {
  try {
    ;(globalThis as { sessionStorage?: { clear(): void } }).sessionStorage?.clear()
  } catch {
    // Reading it throws where the driver has switched storage off: then nothing was kept either.
  }
}
