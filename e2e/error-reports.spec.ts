import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'

test.use(WITH_WORKER)

test('an error without a signal is reported when it returns, and names nobody', async ({
  context,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Broken on purpose/)
  await page.goto('/')
  await untilInstalled(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sent: unknown[] = []
  await context.route('**/api/v1/telemetry', async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? 'null'))
    await route.continue()
  })
  const answered = context.waitForEvent('response', {
    predicate: (answer) => new URL(answer.url()).pathname === '/api/v1/telemetry',
    timeout: 45_000,
  })
  await whileOffline(context, async () => {
    await expect(async () => {
      const kept = await page.evaluate(async () => {
        setTimeout(() => {
          throw new RangeError('Broken on purpose for ada@example.com')
        }, 0)
        await new Promise((resolve) => setTimeout(resolve, 500))
        return (await indexedDB.databases()).some(({ name }) => name === 'workbox-background-sync')
      })
      expect(kept).toBe(true)
    }).toPass()
  })
  const answer = await answered
  expect(answer.status()).toBe(202)
  expect(answer.request().headers()).not.toHaveProperty('authorization')
  expect(sent[0]).toMatchObject({
    source: 'page',
    name: 'RangeError',
    message: 'Broken on purpose for [mail]',
    path: '/',
  })
})
