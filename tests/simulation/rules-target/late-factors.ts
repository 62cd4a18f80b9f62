/** Whether the second factor for the request under this key has been given when the request is judged. */
export type IsShown = (key: string) => boolean

/** The second factor is always given beforehand, for tests about something else. */
export const shownBefore: IsShown = () => true

const LATE_OF_16 = 5

/**
 * For about a third of the keys the second factor is given only on demand: the first attempt of such a request is
 * refused.
 */
export function createLateFactors(): IsShown {
  const asked = new Set<string>()
  return (key) => {
    const isShown = asked.has(key) || Number.parseInt(key.slice(-1), 16) >= LATE_OF_16
    asked.add(key)
    return isShown
  }
}
