import { expect } from '@playwright/test'
import { readWords } from '../words.ts'
import type { OpenDialog, WebKitPage } from './webkit-page.ts'
import { test } from './webkit-test.ts'

const { say } = readWords('en')

/** The app waits ten seconds for its databases before it calls them broken; a free database answers within one. */
const ANSWER_MS = 6_000

/** Expects every part of a dialog with enough room to be as high as its content. */
function expectWhole({ title, isInside, parts }: OpenDialog): void {
  expect(isInside, `${title} is inside the window`).toBe(true)
  for (const { tag, shownPx, contentPx } of parts) expect(shownPx, `${title}: ${tag}`).toBe(contentPx)
  expect(parts.length, title).toBeGreaterThan(2)
}

async function openPicker(page: WebKitPage): Promise<OpenDialog> {
  await page.open('/')
  await page.press(say('Menu'))
  await page.dialog(say('Menu'))
  await page.pressInDialog(say('Settings'))
  await page.dialog(say('Settings'))
  await page.pressInDialog(say('Change country/Region'))
  return page.dialog(say('Select Your Country'))
}

async function chooseCanada(page: WebKitPage): Promise<void> {
  await openPicker(page)
  await chooseOpened(page)
}

async function chooseOpened(page: WebKitPage): Promise<void> {
  await page.click('//dialog//label[contains(., "Canada")]')
  await expect
    .poll(() => page.run('return document.querySelector("dialog :checked").closest("label").textContent'))
    .toContain('Canada')
  await page.pressInDialog(say('Continue with {choiceName}').replace('{choiceName}', 'Canada'))
  await expect.poll(() => page.run('return JSON.parse(localStorage.selectedCountry ?? "{}").code')).toBe('CA')
  await expect.poll(() => page.run('return document.querySelector("dialog[open]") === null')).toBe(true)
}

test('a country can be chosen on a phone: the dialog is as high as its content', async ({
  phone: page,
  window,
}, info) => {
  const picker = await openPicker(page)
  await window.takePicture(info.outputPath('country.png'))
  expectWhole(picker)
  await chooseOpened(page)
})

test('the search and the settings open whole as well', async ({ phone: page, window }, info) => {
  await chooseCanada(page)
  await page.press(say('Menu'))
  await page.dialog(say('Menu'))
  await page.pressInDialog(say('Settings'))
  const settings = await page.dialog(say('Settings'))
  await window.takePicture(info.outputPath('settings.png'))
  expectWhole(settings)
  await page.open('/search?search=Toronto')
  await page.press(say('Change the search'))
  const search = await page.dialog(say('Change the search'))
  await window.takePicture(info.outputPath('search.png'))
  expectWhole(search)
})

test('a page that is left while it writes holds up no later page, and comes back alive', async ({ phone: page }) => {
  await chooseCanada(page)
  const words = ['Toronto', 'Queen', 'Lagos', 'Street', 'Bay', 'Dakar', 'King', 'Yonge']
  for (const [round, word] of words.entries()) {
    await page.open(`/search?search=${word}`)
    await page.run('addEventListener("pageshow", ({ persisted }) => { window.cameFromCache = persisted })')
    // Leaves at a different moment of storing the results in each round.
    await new Promise((resolve) => setTimeout(resolve, 200 + round * 80))
    await page.open('/search?lat=43.65&lng=-79.38')
    expect(await page.databases(ANSWER_MS), `after leaving the search for ${word}`).toBe('free')
  }
  await page.run('history.back()')
  await expect.poll(() => page.run('return window.cameFromCache')).toBe(true)
  const countShown = () => page.run('return document.querySelectorAll("main li a").length')
  await expect.poll(countShown, { timeout: 45_000 }).toBeGreaterThan(0)
  expect(await page.databases(ANSWER_MS)).toBe('free')
})
