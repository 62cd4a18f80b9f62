import { expect, test } from './fixtures.ts'

test('a plain page says in both languages which browsers work, and keeps the address of the booking', async ({
  page,
}) => {
  await page.addInitScript('delete Array.prototype.at')
  await page.goto('/booking-details/K7QM-4T2P?extend')
  await expect(page.getByRole('heading', { name: 'This browser is too old for Baywise' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ce navigateur est trop ancien pour Baywise' })).toBeVisible()
  const text = await page.getByRole('main').innerText()
  for (const browser of ['Chrome 92', 'Samsung Internet 16', 'Firefox 102', 'Safari 15.4']) {
    expect(text.split(browser)).toHaveLength(3)
  }
  expect(text).toContain(page.url())
  // A pass that cannot be opened here shows the code to type at the gate.
  expect(text.split('\n')).toContain('K7QM-4T2P')
  // The app does not start behind it.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading')).toHaveCount(2)
})

test('a browser of today asks for nothing of it', async ({ page, app }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(app.find.place).toBeVisible()
  expect(asked).toContain('/floor.js')
  expect(asked.filter((path) => /too-old|missing-built-ins/.test(path))).toEqual([])
})
