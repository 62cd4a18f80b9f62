import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** /marketplace, /cart, /orders and an order. */
export class MarketplacePages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  /** Adds an item by its name in the language of the page. */
  async add(name: string): Promise<void> {
    const card = this.#page.getByRole('list', { name: this.#words.say('Goods') }).getByRole('listitem')
    await card
      .filter({ hasText: name })
      .getByRole('button', { name: this.#words.like('Add {0} to cart') })
      .click()
    await expect(card.filter({ hasText: name }).getByRole('group')).toBeVisible()
  }

  async oneMore(name: string): Promise<void> {
    await this.#page
      .getByRole('group', { name: new RegExp(name) })
      .getByRole('button', { name: this.#words.like('One more of {name}') })
      .click()
  }

  get toCart(): Locator {
    return this.#page.getByRole('link', { name: this.#words.say('Cart'), exact: true })
  }

  async addCoupon(code: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: this.#words.say('Coupon') }).fill(code)
    await this.#page.getByRole('button', { name: this.#words.say('Add coupon') }).click()
  }

  get pay(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Pay {total} from wallet') })
  }

  get payByCard(): Locator {
    return this.#page.getByRole('button', { name: this.#words.like('Pay {total} by card') })
  }

  get isEmpty(): Locator {
    return this.#page.getByText(this.#words.say('Your cart is empty'))
  }
}
