import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /bookings, /booking-details/{code} with its dialogs, and the pass. */
export class BookingPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  /**
   * Rows of one section of the list, found by their icon: a review link below a row has none, and earlier releases have
   * no such link.
   */
  rows(section: 'Now and next' | 'Past and cancelled'): Locator {
    const links = this.#page.getByRole('list', { name: this.#words.say(section) }).getByRole('link')
    return links.filter({ has: this.#page.locator('svg') })
  }

  get qr(): Locator {
    return this.#page.getByRole('img', { name: this.#words.say('QR code of your pass') })
  }

  get dialog(): Locator {
    return this.#page.getByRole('dialog')
  }

  /** Expects the pass as an attendant needs it: QR code, booking code and plate, usable without a network. */
  async expectPass({ code, plate }: { readonly code: string; readonly plate: string }): Promise<void> {
    await expect(this.qr).toBeVisible()
    expect((await this.qr.locator('path').last().getAttribute('d'))?.length ?? 0).toBeGreaterThan(1_000)
    await expect(this.#page.getByText(code, { exact: true })).toBeVisible()
    await expect(this.#page.getByText(plate, { exact: true })).toBeVisible()
    // Shown only once the app itself is stored; on a first visit it is still being downloaded.
    await expect(this.#page.getByText(this.#words.say('Ready offline'))).toBeVisible({ timeout: 30_000 })
  }

  /** Opens a dialog of the booking's page by its button. */
  async openDialog(button: 'Extend' | 'Change plate' | 'Cancel', title: string): Promise<void> {
    await this.#page.getByRole('button', { name: this.#words.say(button), exact: true }).click()
    await expect(this.dialog).toHaveAccessibleName(this.#words.say(title))
  }

  async extend(): Promise<void> {
    await this.openDialog('Extend', 'Extend your stay')
    await this.dialog.getByRole('button', { name: this.#words.like('Extend until {0}, {cost}') }).click()
    await expect(this.dialog).toBeHidden()
  }

  async changePlate(plate: string): Promise<void> {
    await this.openDialog('Change plate', 'Change plate')
    await this.dialog.getByLabel(this.#words.say('Plate number'), { exact: true }).fill(plate)
    await this.dialog.getByRole('button', { name: this.#words.say('Change plate'), exact: true }).click()
    await expect(this.dialog).toBeHidden()
  }

  /** Cancels for the refund shown in the dialog. */
  async cancel(): Promise<void> {
    await this.openDialog('Cancel', 'Cancel this booking?')
    const cancel = this.dialog.getByRole('button', { name: this.#words.like('Cancel, {refund} back') })
    // If the stay starts at this very moment the refund shrinks, and the driver is asked again.
    await expect(async () => {
      if (await this.dialog.isVisible()) await cancel.click({ timeout: 2_000 })
      await expect(this.dialog).toBeHidden({ timeout: 5_000 })
    }).toPass({ timeout: 20_000 })
  }
}
