import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /profile. */
export class ProfilePage {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  get vehicles(): Locator {
    return this.#page.getByRole('list', { name: this.#words.say('Vehicles') }).getByRole('listitem')
  }

  get dialog(): Locator {
    return this.#page.getByRole('dialog')
  }

  async openAddVehicle(): Promise<void> {
    await this.#page.getByRole('button', { name: this.#words.say('Add a vehicle'), exact: true }).click()
    await expect(this.dialog).toHaveAccessibleName(this.#words.say('Add a vehicle'))
  }

  async addVehicle(plate: string): Promise<void> {
    await this.openAddVehicle()
    await this.dialog.getByLabel(this.#words.say('Plate number'), { exact: true }).fill(plate)
    await this.dialog.getByRole('button', { name: this.#words.say('Save'), exact: true }).click()
    await expect(this.dialog).toBeHidden()
    await expect(this.vehicles.filter({ hasText: plate })).toBeVisible()
  }
}
