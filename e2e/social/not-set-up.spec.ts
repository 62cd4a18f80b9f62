import { expect, test } from '../fixtures.ts'
import { SocialPages } from './social-pages.ts'

test('without the settings of the identity service its buttons are not shown, and nothing of it is loaded', async ({
  app,
  page,
  words,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url())
  })
  const social = new SocialPages(page, words)
  const answered = page.waitForResponse('**/auth/social-config')
  await page.goto('/auth')
  await answered
  await expect(app.auth.email).toBeVisible()
  for (const service of ['Google', 'Apple'] as const) await expect(social.button(service)).toBeHidden()
  expect(elsewhere).toEqual([])
})
