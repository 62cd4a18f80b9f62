import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { readWords, type Language } from './words.ts'

test.use(WITH_WORKER)

/** Pages stored after the installation, each with a text from its own file; the language is chosen on the last one. */
const PAGES = [
  ['/parks-list', 'Name, address or city'],
  ['/profile/regions', 'Prices and streets that work offline'],
  ['/forgot-password', 'We’ll email you a link. It works once, within an hour.'],
  ['/register', 'I have an account'],
] as const

const OTHER = { en: 'fr', fr: 'en' } as const
const NAME = { en: 'English', fr: 'Français' } as const

for (const language of ['en', 'fr'] as const) {
  test.describe(`a phone in ${language}`, () => {
    test.use({ language, viewport: { width: 1024, height: 740 } })

    test('has the texts of pages that are kept later with no signal, also in a language chosen on one of them', async ({
      context,
      page,
    }) => {
      await page.goto('/')
      await untilAllKept(page)
      await whileOffline(context, async () => {
        // The fixture (page-errors.ts) reports any missing text on these pages.
        const expectTexts = async (path: string, shown: Language): Promise<void> => {
          const text = new Map<string, string>(PAGES).get(path) ?? ''
          await expect(page.locator('main').getByText(readWords(shown).like(text)).first(), path).toBeVisible()
        }
        for (const [path] of PAGES) {
          await page.goto(path)
          await expectTexts(path, language)
        }
        const other = OTHER[language]
        await page
          .getByRole('banner')
          .getByRole('button', { name: NAME[other], exact: true })
          .click({ timeout: 10_000 })
        await expectTexts('/register', other)
        for (const [path] of PAGES) {
          await page.goto(path)
          await expectTexts(path, other)
        }
      })
    })
  })
}
