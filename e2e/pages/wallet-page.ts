import type { Locator, Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /wallet. */
export class WalletPage {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  /** The paragraph with the amount, below the heading with its time. */
  get balance(): Locator {
    return this.#page.locator('section').first().getByRole('paragraph').first()
  }

  get transactions(): Locator {
    return this.#page.getByRole('list', { name: this.#words.say('Transactions') }).getByRole('listitem')
  }

  transaction(title: RegExp): Locator {
    return this.transactions.filter({ hasText: title })
  }
}
