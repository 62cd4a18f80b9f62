import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { stopWorkers } from '../stop-workers.ts'

/** Kills the renderer immediately, whatever it is doing, as a phone short of memory does. */
export async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // A crashed renderer never answers the command.
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** Controls the service workers of one browser context, through a separate page outside of the app. */
export class Workers {
  readonly #page: Page
  readonly #devtools: CDPSession
  readonly #registrations = new Map<string, string>()

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page
    this.#devtools = devtools
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL, isDeleted } of registrations)
        if (isDeleted) this.#registrations.delete(scopeURL)
        else this.#registrations.set(scopeURL, registrationId)
    })
  }

  static async of(context: BrowserContext): Promise<Workers> {
    const page = await context.newPage()
    return new Workers(page, await context.newCDPSession(page))
  }

  /** Dispatches a background sync event to the worker. */
  async ring(origin: string, { lastChance = false } = {}): Promise<void> {
    await this.#devtools.send('ServiceWorker.enable')
    await expect.poll(() => this.#registrations.get(`${origin}/`), { message: 'the registration' }).toBeTruthy()
    const registrationId = this.#registrations.get(`${origin}/`) ?? ''
    const tag = 'baywise-outbox'
    await this.#devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
    await this.#devtools.send('ServiceWorker.disable')
  }

  kill(): Promise<void> {
    return stopWorkers(this.#devtools)
  }

  async leave(): Promise<void> {
    await this.#page.close()
  }
}
