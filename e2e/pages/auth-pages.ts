import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { newEmail, type Account } from '../account.ts'
import { mustReadCode } from '../sandbox-mail.ts'
import type { Words } from '../words.ts'

type Credentials = Pick<Account, 'email' | 'password'>

/** Sign in, create an account, verify. */
export class AuthPages {
  readonly #page: Page
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.#page = page
    this.#words = words
  }

  get email(): Locator {
    return this.#page.getByLabel(this.#words.say('Email'), { exact: true })
  }

  get password(): Locator {
    return this.#page.getByLabel(this.#words.say('Password'), { exact: true })
  }

  get code(): Locator {
    return this.#page.getByLabel(this.#words.say('Code'), { exact: true })
  }

  async #press(id: string): Promise<void> {
    await this.#page.getByRole('button', { name: this.#words.say(id), exact: true }).click()
  }

  /** Fills and sends the open form. */
  async sendSignIn({ email, password }: Credentials): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.#press('Sign in')
  }

  async signIn(account: Credentials, next = '/'): Promise<void> {
    await this.#page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await this.sendSignIn(account)
    await expect(this.#page).toHaveURL((url) => url.pathname + url.search === next)
  }

  async sendCode(code: string): Promise<void> {
    await this.code.fill(code)
    await this.#press('Verify')
  }

  /**
   * Goes from the sign-in page to a verified account, with the code of the sandbox mail; a complete code is sent
   * automatically.
   */
  async createAccount(request: APIRequestContext): Promise<Pick<Credentials, 'email'>> {
    const account = { email: newEmail() }
    await this.#page.getByRole('link', { name: this.#words.say('Create an account'), exact: true }).click()
    // Wait for the next page, because the previous one has an address field too.
    await expect(this.#page.getByRole('button', { name: this.#words.say('Send a code'), exact: true })).toBeVisible()
    await this.email.fill(account.email)
    await this.#press('Send a code')
    await this.code.fill(await mustReadCode(request, account.email))
    return account
  }
}
