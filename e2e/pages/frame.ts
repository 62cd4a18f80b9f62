import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** The parts around every page: strip, header, menu, country picker, dialogs. */
export class Frame {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  /** The open dialog; a page shows one at a time. */
  get dialog(): Locator {
    return this.#page.getByRole('dialog')
  }

  /** The page's own heading. */
  get heading(): Locator {
    return this.#page.getByRole('heading', { level: 1 })
  }

  button(id: string): Locator {
    return this.#page.getByRole('button', { name: this.#words.say(id), exact: true })
  }

  link(id: string): Locator {
    return this.#page.getByRole('link', { name: this.#words.say(id), exact: true })
  }

  alert(id: string): Locator {
    return this.#page.getByRole('alert').filter({ hasText: this.#words.like(id) })
  }

  async expectText(id: string): Promise<void> {
    await expect(this.#page.getByText(this.#words.like(id)).first()).toBeVisible()
  }

  /** Expects the strip to say that there is no connection, and when the last answer arrived. */
  async expectOffline(): Promise<void> {
    const strip = this.#page.getByRole('status').filter({ hasText: this.#words.like('No connection: saved {time}') })
    await expect(strip.first()).toBeVisible()
  }

  /** The welcome on home, shown until a country is chosen. */
  get welcome(): Locator {
    return this.#page.getByRole('region', { name: this.#words.say('Welcome') })
  }

  /** Answers the welcome's question about the country and skips the rest. */
  async answerWelcome(name: string): Promise<void> {
    await this.welcome.locator('label').filter({ hasText: name }).click()
    await expect(this.welcome.getByRole('radio', { name: new RegExp(name) })).toBeChecked()
    await this.welcome.getByRole('button', { name: this.#words.like('Continue with {choiceName}') }).click()
    await this.welcome.getByRole('button', { name: this.#words.say('Skip') }).click()
    await expect(this.welcome).toBeHidden()
  }

  /** Chooses in the dialog 'Select Your Country'. */
  async chooseCountry(name: string): Promise<void> {
    await expect(this.dialog).toHaveAccessibleName(this.#words.say('Select Your Country'))
    await this.dialog.locator('label').filter({ hasText: name }).click()
    await expect(this.dialog.getByRole('radio', { name: new RegExp(name) })).toBeChecked()
    await this.dialog.getByRole('button', { name: this.#words.like('Continue with {choiceName}') }).click()
    await expect(this.dialog).toBeHidden()
  }

  /** In the menu on a phone, beside the account on a desktop. */
  async openSettings(): Promise<void> {
    await expect(this.button('Menu').or(this.button('Settings'))).toBeVisible()
    if (await this.button('Menu').isVisible()) await this.openMenu()
    await this.button('Settings').click()
  }

  async openMenu(): Promise<void> {
    await this.button('Menu').click()
    await expect(this.dialog).toHaveAccessibleName(this.#words.say('Menu'))
  }
}
