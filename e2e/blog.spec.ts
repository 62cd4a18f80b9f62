import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'

const listKeptPictures = async (): Promise<readonly string[]> =>
  (await (await caches.open('baywise-posts')).keys()).map(({ url }) => url)

test('the blog is read, kept for no signal, and says what failed where it was never seen @worker', async ({
  app,
  context,
  page,
  words,
}) => {
  await page.goto('/')
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/blog')
    await app.frame.expectText('Failed to load the blog page. Please try again.')
    await expectAccessible(page, 'blog, never seen')
    await page.goto('/post/1')
    await app.frame.button('Retry').click()
    await app.frame.expectText('Failed to load the blog post. Please try again.')
  })
  // Recovers without a tap once the provider is back.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What the pass in your phone says')
  await page.getByRole('link', { name: words.like('All posts') }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectAccessible(page, 'blog')
  // The HTTP cache may drop the picture at any time, so wait for the worker's copy, which is written after the answer
  // is sent.
  await expect.poll(() => page.evaluate(listKeptPictures)).toEqual([expect.stringMatching(/\/pass-signed\.svg$/)])
  await whileOffline(context, async () => {
    await page.goto('/post/2')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal is not a no')
    await page.goto('/post/1')
    await expect(page.getByRole('img', { name: 'A phone with a square code' })).toBeVisible()
    await page.goto('/post/99')
    await app.frame.expectText('Failed to load the blog post. Please try again.')
  })
})

test.describe('in French', () => {
  test.use({ language: 'fr' })

  test('the blog is written in the language of the app', async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Le total d’abord, ligne par ligne' }).click()
    await expect(page.getByText('Chaque prix affiché est le prix complet')).toBeVisible()
  })
})
