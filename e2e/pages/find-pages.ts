import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** Home, the map with the list, the list page and a park's page. */
export class FindPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  get searchForm(): Locator {
    return this.#page.getByRole('search')
  }

  get place(): Locator {
    return this.searchForm.locator('input[role=combobox]')
  }

  get from(): Locator {
    return this.#time('From')
  }

  get until(): Locator {
    return this.#time('Until')
  }

  /**
   * Matches only the native field: text typed before it replaces the prerendered one would be lost, but no driver types
   * that early.
   */
  #time(label: string): Locator {
    return this.searchForm
      .getByLabel(this.#words.say(label), { exact: true })
      .and(this.#page.locator('[type="datetime-local"]'))
  }

  async submit(): Promise<void> {
    // Leaves the field, whose suggestions cover the button.
    await this.place.press('Tab')
    await this.searchForm.getByRole('button', { name: this.#words.say('Find parking'), exact: true }).click()
  }

  async search(text: string): Promise<void> {
    await this.place.fill(text)
    // As drivers do: the suggestions cover the button.
    await this.place.press('Enter')
  }

  async searchNearMe(): Promise<void> {
    await this.searchForm.getByRole('button', { name: this.#words.say('Near me'), exact: true }).click()
  }

  /** Cards of the list beside the map, or of the list page. */
  get cards(): Locator {
    return this.#page.locator('[data-park]').getByRole('link')
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(name, { exact: true }) })
  }

  get map(): Locator {
    return this.#page.getByRole('region', { name: this.#words.say('Map of car parks') })
  }

  /** Expands the list below the map, which shows only its header at first. */
  async growList(): Promise<void> {
    const grow = this.#page.getByRole('button', { name: this.#words.say('Show more of the list'), exact: true })
    while (await grow.isVisible()) await grow.click()
  }

  /** Expects every visible card to show the total for the chosen time. */
  async expectTotals(figure: RegExp): Promise<void> {
    await expect(this.cards.first()).toBeVisible()
    for (const text of await this.cards.locator('strong').allInnerTexts()) expect(text).toMatch(figure)
  }

  get bookLink(): Locator {
    return this.#page.getByRole('link', { name: this.#words.like('Book until {until}, {total}') })
  }
}
