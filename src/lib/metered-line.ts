/** Not in TypeScript's library: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  readonly saveData?: boolean
  readonly type?: string
}

const findLine = (): NetworkInformation | undefined =>
  (globalThis as { navigator?: { connection?: NetworkInformation } }).navigator?.connection

/** The driver has asked the browser to be sparing. */
export const isSparing = (): boolean => findLine()?.saveData === true

/**
 * Whether each byte may cost the driver something. Safari and Firefox do not tell, and neither does Chromium on a computer: there the line
 * is taken for free, since what is fetched unasked is small, seldom, and only of regions that the driver has asked for once.
 */
export const isMeteredLine = (): boolean => isSparing() || findLine()?.type === 'cellular'
