/** Not in TypeScript's library: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  readonly saveData?: boolean
  readonly type?: string
}

const findLine = (): NetworkInformation | undefined =>
  (globalThis as { navigator?: { connection?: NetworkInformation } }).navigator?.connection

/** Whether the driver enabled the browser's data saver. */
export const isSparing = (): boolean => findLine()?.saveData === true

/**
 * Whether data may cost the driver money. Safari, Firefox and desktop Chromium do not report this; they are treated as
 * unmetered, because background downloads are small, rare, and only for regions that the driver once asked for.
 */
export const isMeteredLine = (): boolean => isSparing() || findLine()?.type === 'cellular'
