import type { BrowserContext } from '@playwright/test'

/**
 * Whether the browser logged a failed request that the app handles. Offline and refusals by the API are outcomes that
 * the app shows; a missing asset is not. The app never names `/favicon.ico`: the browser requests it beside a file
 * without a head, such as robots.txt.
 */
function isOutcome(text: string, url: string): boolean {
  if (!text.startsWith('Failed to load resource:')) return false
  const { pathname } = new URL(url, 'http://localhost')
  return text.includes('net::ERR_') || pathname.startsWith('/api/') || pathname === '/favicon.ico'
}

/** Lingui logs this warning when a text is missing and the driver sees its id. */
const TEXT_MISSING = 'Uncompiled message detected'

/**
 * Collects errors that pages of one context log or throw, and missing texts. A test that expects one names it with
 * `allow`.
 */
export class PageErrors {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.text().startsWith(TEXT_MISSING)) this.#found.push(`no text: ${message.text().split('\n')[2] ?? ''}`)
      if (message.type() !== 'error' || isOutcome(message.text(), message.location().url)) return
      this.#found.push(`console.error: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#found.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  }

  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  unexpected(): string[] {
    return this.#found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}
