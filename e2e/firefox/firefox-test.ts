import type { Locator, Page } from '@playwright/test'
import { test as base } from '../faults/fault-test.ts'
import { WITH_WORKER } from '../fixtures.ts'

/**
 * Playwright's `fill` sets the text of a Firefox field without notifying React. Patches the prototype, because page
 * objects create their own locators.
 */
function fillAsTyped(page: Page): void {
  const prototype: object = Object.getPrototypeOf(page.locator('html'))
  Reflect.set(prototype, 'fill', async function fill(this: Locator, text: string): Promise<void> {
    await this.waitFor()
    await this.evaluate((field, value) => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error('not a field')
      field.focus()
      // Bypasses the setter that React defines on the field itself.
      Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)
  })
}

/** The project's test, with a breakable network, in Firefox; its few tests cover what the worker stores. */
export const test = base.extend({
  ...WITH_WORKER,
  page: async ({ page }, provide) => {
    fillAsTyped(page)
    await provide(page)
  },
})
