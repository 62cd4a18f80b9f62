import { expect, type BrowserContext, type Locator, type Page, type Request } from '@playwright/test'
import type { Words } from '../words.ts'
import { gapiStandIn } from './gapi-stand-in.ts'

export type Service = 'Google' | 'Apple'

export interface Person {
  readonly email: string
  readonly name: string
}

/** Avoids the internet: serves the loader's stand-in, and leaves out the decoration of the emulator's pages. */
export async function withoutInternet(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${gapiStandIn.toString()})()` }),
  )
  await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) => route.abort())
}

/** The sign-in buttons, and the identity service's own pages behind them. */
export class SocialPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  button(service: Service): Locator {
    return this.#page.getByRole('button', { name: this.#words.say(`Continue with ${service}`), exact: true })
  }

  /** Presses the button and returns the window that it opens, once ready. */
  async openWindow(service: Service): Promise<Page> {
    const [popup] = await Promise.all([this.#page.waitForEvent('popup'), this.button(service).click()])
    await expect(popup.getByText('Add new account')).toBeVisible()
    return popup
  }

  async expectAlert(id: string): Promise<void> {
    await expect(this.#page.getByRole('alert').filter({ hasText: this.#words.like(id) })).toBeVisible()
  }

  async expectStatus(id: string): Promise<void> {
    await expect(this.#page.getByRole('status').filter({ hasText: this.#words.like(id) })).toBeVisible()
  }
}

/** Signs in a new person on the emulator's page. */
export async function signInAs(page: Page, { email, name }: Person): Promise<void> {
  await page.getByText('Add new account').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#display-name-input').fill(name)
  await page.locator('#sign-in').click()
}

export const isExchange = (request: Request): boolean => new URL(request.url()).pathname === '/api/v1/auth/social-login'

/** Whether only social sign-in needs the file. */
export const isOfSocial = (url: string): boolean => /social\.online|apis\.google\.com/.test(url)
