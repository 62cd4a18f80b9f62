import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** Buttons of the sandbox gateway's page, in the browser's language. */
const BUTTON = {
  en: { pay: 'Pay', fail: 'Fail', abandon: 'Abandon' },
  fr: { pay: 'Payer', fail: 'Échouer', abandon: 'Abandonner' },
} as const

/** Top-up, the gateway's page, and the outcome of a payment. */
export class PaymentPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  get amount(): Locator {
    return this.#page.getByRole('textbox', { name: this.#words.like('Amount in {symbol}') })
  }

  get next(): Locator {
    return this.#page.getByRole('button', { name: this.#words.say('Continue to payment'), exact: true })
  }

  /** Goes from the wallet to the gateway's page. Returns the payment's reference. */
  async startTopUp(amount: string): Promise<string> {
    await this.#page.goto('/wallet/add-funds')
    await this.amount.fill(amount)
    await this.next.click()
    return this.#mustBeAtGateway()
  }

  async #mustBeAtGateway(): Promise<string> {
    await expect(this.#page).toHaveURL(/\/sandbox\/pay\/bw-/)
    return new URL(this.#page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** Chooses the outcome on the gateway's page. */
  async choose(outcome: keyof (typeof BUTTON)['en']): Promise<void> {
    await this.#mustBeAtGateway()
    await this.#page.getByRole('button', { name: BUTTON[this.#words.language][outcome], exact: true }).click()
  }

  /** One of the payment methods at the checkout. */
  method(id: string): Locator {
    return this.#page.getByRole('radio', { name: this.#words.like(id) })
  }

  get payByCard(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Pay {total} by card') })
  }

  /** The search field of the wallet's transactions. */
  get search(): Locator {
    return this.#page.getByRole('searchbox')
  }

  get isCredited(): Locator {
    return this.#page.getByText(this.#words.like('{money} is in your wallet'))
  }
}
