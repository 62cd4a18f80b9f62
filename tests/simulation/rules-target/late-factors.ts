/** Whether the second factor of the request under this key has been shown when the request is judged. */
export type IsShown = (key: string) => boolean

/** Drivers who show it before they are asked: for tests that are about something else. */
export const shownBefore: IsShown = () => true

const LATE_OF_16 = 5

/** A third of the drivers shows it only when the provider has asked for it: the first time that such a request is judged it is refused. */
export function createLateFactors(): IsShown {
  const asked = new Set<string>()
  return (key) => {
    const isShown = asked.has(key) || Number.parseInt(key.slice(-1), 16) >= LATE_OF_16
    asked.add(key)
    return isShown
  }
}
