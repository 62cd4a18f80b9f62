/**
 * Message from the worker that asks an open page to navigate within the app without reloading. The page answers through
 * the port.
 */
export interface OpenPage {
  readonly type: 'OPEN_PAGE'
  /** Path and query. */
  readonly path: string
}

export const findOpenPage = (data: unknown): OpenPage | undefined =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'OPEN_PAGE' && 'path' in data
    ? (data as OpenPage)
    : undefined
