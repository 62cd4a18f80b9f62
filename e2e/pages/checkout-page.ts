import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /checkout/{slug}. */
export class CheckoutPage {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  get plate(): Locator {
    return this.#page.getByLabel(this.#words.say('Plate number'), { exact: true })
  }

  /** For bookings without an account. */
  get contactEmail(): Locator {
    return this.#page.locator('[name=contact_email]')
  }

  get contactPhone(): Locator {
    return this.#page.locator('[name=contact_phone]')
  }

  get vehicle(): Locator {
    return this.#page.getByLabel(this.#words.say('Vehicle'), { exact: true })
  }

  get until(): Locator {
    // The hidden sheet of times has such a field too.
    return this.#page.getByLabel(this.#words.say('Until'), { exact: true }).filter({ visible: true })
  }

  /** Opens the fields of the exact times, below the usual ends. */
  async setExactTimes(): Promise<void> {
    await this.#page.getByRole('button', { name: this.#words.say('Set exact times'), exact: true }).click()
    await this.until.waitFor()
  }

  get pay(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Pay {total} from wallet') })
  }

  get signInToPay(): Locator {
    return this.#page.getByRole('link', { name: this.#words.say('Sign in to pay from your wallet.'), exact: true })
  }

  get tellMe(): Locator {
    return this.#page.getByRole('button', { name: this.#words.say('Tell me when I’m connected'), exact: true })
  }

  /** Types a plate for this booking, even when there are saved vehicles. */
  async typePlate(plate: string): Promise<void> {
    // Which of the two is shown depends on the phone's saved vehicles, which are read first.
    await this.vehicle.or(this.plate).first().waitFor()
    if (await this.vehicle.isVisible()) await this.vehicle.selectOption({ label: this.#words.say('Another plate') })
    await this.plate.fill(plate)
  }

  /** Pays, and opens the pass from the confirmation page. Returns the booking's code. */
  async payForPass(): Promise<string> {
    await this.pay.click()
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText(this.#words.say('You’re booked'))
    await this.#page.getByRole('link', { name: this.#words.say('Show pass'), exact: true }).click()
    await expect(this.#page).toHaveURL(/\/booking-details\/[^/]+\/pass$/)
    return new URL(this.#page.url()).pathname.split('/')[2] ?? ''
  }
}
