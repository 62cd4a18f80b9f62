/** W3C WebDriver over plain HTTP: the few commands the checks need. https://www.w3.org/TR/webdriver2/ */

const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

/** An error answered by the driver; `code` is the specification's, such as `no such element`. */
class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'DriverError'
    this.code = code
  }
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

async function call(base: string, { method, path, body }: Call): Promise<unknown> {
  const answer = await fetch(`${base}${path}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  const { value }: { value: unknown } = JSON.parse(await answer.text())
  if (answer.ok) return value
  const { error = 'unknown error', message = '' } = value as { error?: string; message?: string }
  throw new DriverError(error, message)
}

/** The driver's handle of a tab. */
export type Tab = string & { readonly __brand: 'tab' }

export interface Browser {
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function body in the page; returns its result, or its promise's, as JSON. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>
  /**
   * Clicks the middle of the element like a finger, so an element above it takes the click. Throws without the element.
   */
  click(xpath: string): Promise<void>
  /** Types as on a keyboard. Throws without the element. */
  type(xpath: string, text: string): Promise<void>
  /** Opens a tab in the foreground. */
  openTab(): Promise<Tab>
  goToTab(tab: Tab): Promise<void>
  currentTab(): Promise<Tab>
}

/** @param base address of the driver · @param binary the browser's executable, with its arguments */
export async function openBrowser(base: string, [binary, ...args]: readonly string[]): Promise<Browser> {
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args }, pageLoadStrategy: 'none' }
  const opened = await call(base, { method: 'POST', path: '/session', body: { capabilities: { alwaysMatch } } })
  const { sessionId } = opened as { sessionId: string }
  const inSession = (method: Call['method'], path: string, body: object = {}): Promise<unknown> =>
    call(base, { method, path: `/session/${sessionId}${path}`, body })
  const find = async (xpath: string): Promise<string> => {
    const found = await inSession('POST', '/element', { using: 'xpath', value: xpath })
    return (found as Record<string, string>)[ELEMENT_KEY] ?? ''
  }
  const goToTab = async (handle: Tab): Promise<void> => void (await inSession('POST', '/window', { handle }))
  return {
    goTo: async (url) => void (await inSession('POST', '/url', { url })),
    reload: async () => void (await inSession('POST', '/refresh')),
    run: async <T>(body: string, ...given: readonly unknown[]) =>
      (await inSession('POST', '/execute/sync', { script: body, args: given })) as T,
    click: async (xpath) => void (await inSession('POST', `/element/${await find(xpath)}/click`)),
    type: async (xpath, text) => void (await inSession('POST', `/element/${await find(xpath)}/value`, { text })),
    async openTab() {
      const { handle } = (await inSession('POST', '/window/new', { type: 'tab' })) as { handle: Tab }
      await goToTab(handle)
      return handle
    },
    goToTab,
    currentTab: async () => (await inSession('GET', '/window')) as Tab,
  }
}
