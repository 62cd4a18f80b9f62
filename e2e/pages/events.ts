import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /events, /event/{code} with the choice after a postponement, and access to private events. */
export class EventPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  /** Rows of the list of events, or of private events below it. */
  rows(list: 'Events' | 'Private events on this phone' = 'Events'): Locator {
    return this.#page.getByRole('list', { name: this.#words.say(list), exact: true }).getByRole('link')
  }

  async open(name: string): Promise<void> {
    await this.#page.goto('/events')
    await this.rows().filter({ hasText: name }).click()
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText(name)
  }

  /** A car park on an event's page; one without a free space is not a link. */
  park(name: string): Locator {
    return this.#page
      .getByRole('link')
      .filter({ hasText: name })
      .filter({ hasText: this.#words.say('Event price') })
  }

  /** The choice after a postponement. */
  get choice(): Locator {
    return this.#page.getByRole('group', { name: this.#words.say('Your choice') })
  }

  get keep(): Locator {
    return this.choice.getByRole('radio', { name: this.#words.like('Keep it for {day}') })
  }

  get moneyBack(): Locator {
    return this.choice.getByRole('radio', { name: this.#words.like('Money back: {back}') })
  }

  get keepButton(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Keep for {day}') })
  }

  get moneyBackButton(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Get {back} back') })
  }

  get accessCode(): Locator {
    return this.#page.getByRole('textbox', { name: this.#words.say('Access code') })
  }

  async openPrivate(code: string): Promise<void> {
    await this.#page.goto('/private-event-access')
    await this.accessCode.fill(code)
    await this.#page.getByRole('button', { name: this.#words.say('Open event'), exact: true }).click()
  }
}
