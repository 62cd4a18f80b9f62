import type { Locator, Page } from '@playwright/test'
import { test as base } from '../faults/fault-test.ts'
import { WITH_WORKER } from '../fixtures.ts'

/**
 * The driver's own `fill` sets the text of a Firefox field without telling React. By the prototype: page objects make their locators
 * themselves.
 */
function fillAsTyped(page: Page): void {
  const prototype: object = Object.getPrototypeOf(page.locator('html'))
  Reflect.set(prototype, 'fill', async function fill(this: Locator, text: string): Promise<void> {
    await this.waitFor()
    await this.evaluate((field, value) => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error('not a field')
      field.focus()
      // Past the one that React has put on the field itself.
      Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)
  })
}

/** The project's test, with a network that can break, in Firefox; its few tests are about what the worker keeps. */
export const test = base.extend({
  ...WITH_WORKER,
  page: async ({ page }, provide) => {
    fillAsTyped(page)
    await provide(page)
  },
})
