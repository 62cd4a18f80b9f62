import { expect } from '@playwright/test'
import type { CountryCode } from '../account.ts'
import { keepCountry } from '../fixtures.ts'
import type { Browser } from './web-driver.ts'

interface Part {
  readonly tag: string
  readonly shownPx: number
  readonly contentPx: number
}

export interface OpenDialog {
  readonly title: string
  /** Whether it ends at the window's lower edge and starts below its upper edge. */
  readonly isInside: boolean
  readonly parts: readonly Part[]
}

const READ_DIALOG = `
  const dialog = document.querySelector('dialog[open]')
  if (dialog === null || dialog.getAnimations().length > 0) return null
  const { top, bottom } = dialog.getBoundingClientRect()
  return {
    title: document.getElementById(dialog.getAttribute('aria-labelledby'))?.textContent ?? '',
    isInside: top >= 0 && bottom <= innerHeight + 1,
    parts: [...dialog.children].map((part) => ({
      tag: part.tagName + '.' + part.className, shownPx: part.clientHeight, contentPx: part.scrollHeight,
    })),
  }`

/**
 * Opens every database of the app with an empty write transaction on all tables, which waits for any page that holds
 * one.
 */
const TOUCH_DATABASES = `
  const limitMs = arguments[0]
  const ask = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const touch = async ({ name }) => {
    const db = await ask(indexedDB.open(name))
    const stores = [...db.objectStoreNames]
    if (stores.length > 0) await ask(db.transaction(stores, 'readwrite').objectStore(stores[0]).count())
    db.close()
    return name
  }
  const databases = (await indexedDB.databases()).filter(({ name }) => name.startsWith('baywise-'))
  const late = new Promise((resolve) => setTimeout(() => resolve('held'), limitMs))
  return Promise.race([Promise.all(databases.map(touch)).then(({ length }) => length > 0 ? 'free' : 'none'), late])`

/** Generous: two browsers and a provider share two busy cores. */
const ELEMENT_MS = 30_000
/** On a busy machine the driver may take a while to start a navigation. */
const PAGE_MS = 45_000

/** Actions of the checks on a page of the app. */
export class WebKitPage {
  readonly #window: { readonly browser: Browser }
  readonly #url: string

  constructor(window: { readonly browser: Browser }, url: string) {
    this.#window = window
    this.#url = url
  }

  /** Read each time, because a restart replaces the browser. */
  get #browser(): Browser {
    return this.#window.browser
  }

  /** Resolves when the new page is current, before it has loaded, so that it can be left again at once. */
  async open(path: string): Promise<void> {
    await this.#browser.goTo(`${this.#url}${path}`)
    await this.untilAt(path)
  }

  async untilAt(path: string): Promise<void> {
    const where = () => this.#browser.run('return location.pathname + location.search')
    // Between two pages the driver may fail to answer.
    await expect(async () => expect(await where()).toBe(path), path).toPass({ timeout: PAGE_MS })
  }

  /** Stores a country as if chosen earlier. */
  async chooseCountry(code: CountryCode): Promise<void> {
    // A page of the same origin that is not the app.
    await this.open('/robots.txt')
    await this.#browser.run(`(${keepCountry.toString()})(arguments[0])`, code)
  }

  readonly run: Browser['run'] = (body, ...args) => this.#browser.run(body, ...args)

  press(name: string): Promise<void> {
    return this.click(`//button[@aria-label = "${name}" or contains(., "${name}")]`)
  }

  pressInDialog(name: string): Promise<void> {
    return this.click(`//dialog[@open]//button[contains(., "${name}")]`)
  }

  async click(xpath: string): Promise<void> {
    await expect(() => this.#browser.click(xpath), xpath).toPass({ timeout: ELEMENT_MS })
  }

  /** Replaces the content of the field with this label. */
  async fill(label: string, text: string): Promise<void> {
    const field = `//input[@id = //label[normalize-space(.) = "${label}"]/@for]`
    // While the page still moves, the click may hit another element.
    await expect(async () => {
      await this.#browser.click(field)
      await this.#browser.run('document.activeElement.select()')
    }, label).toPass({ timeout: ELEMENT_MS })
    await this.#browser.type(field, text)
  }

  /** Waits until the page shows the text anywhere. */
  async see(text: string | RegExp, timeout = ELEMENT_MS): Promise<void> {
    const read = () => this.#browser.run<string>('return document.body?.innerText ?? ""')
    await expect.poll(read, { message: `text ${String(text)}`, timeout }).toMatch(text)
  }

  async seeNot(text: string, timeout = ELEMENT_MS): Promise<void> {
    const read = (): Promise<boolean> =>
      this.#browser.run('return document.body?.innerText.includes(arguments[0]) ?? true', text)
    await expect.poll(read, { message: `text ${text}`, timeout }).toBe(false)
  }

  /** Chooses an option of the list with this label, as by keyboard: the native list opens in a separate window. */
  async choose(label: string, option: string): Promise<void> {
    const choose = `
      const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === arguments[0])
      const list = label && document.getElementById(label.htmlFor)
      const option = list && [...list.options].find(({ text }) => text === arguments[1])
      if (!option) return false
      list.value = option.value
      return list.dispatchEvent(new Event('change', { bubbles: true }))`
    await expect.poll(() => this.#browser.run(choose, label, option), { message: label }).toBe(true)
  }

  async dialog(title: string): Promise<OpenDialog> {
    const read = () => this.#browser.run<OpenDialog | null>(READ_DIALOG)
    await expect.poll(async () => (await read())?.title, { message: `dialog ${title}` }).toBe(title)
    const dialog = await read()
    if (dialog === null) throw new Error(`the dialog ${title} has closed`)
    return dialog
  }

  /** Returns 'held' when another page keeps a transaction open. */
  databases(limitMs: number): Promise<'free' | 'held' | 'none'> {
    return this.#browser.run(TOUCH_DATABASES, limitMs)
  }
}
