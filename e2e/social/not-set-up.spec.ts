import { expect, test } from '../fixtures.ts'
import { SocialPages } from './social-pages.ts'

test('without the settings of the identity service the buttons say so, and nothing of it is loaded', async ({
  page,
  words,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url())
  })
  const social = new SocialPages(page, words)
  await page.goto('/auth')
  for (const service of ['Google', 'Apple'] as const) {
    await social.button(service).click()
    await social.expectAlert('Social login is currently unavailable. Please try logging in with email and password.')
  }
  expect(elsewhere).toEqual([])
})
