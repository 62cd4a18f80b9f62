import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'

test.use(WITH_WORKER)

test('text that would become markup or the address of a script is refused, and the refusal is reported', async ({
  context,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/requires 'Trusted|Trusted Type policy|Refused to create a TrustedTypePolicy|trusted-types/)
  await page.goto('/')
  await untilInstalled(page)
  const refused = await page.evaluate(() => {
    const sinks: Record<string, () => unknown> = {
      markup: () => (document.createElement('div').innerHTML = '<b>bold</b>'),
      inserted: () => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>'),
      written: () => document.write('<b>bold</b>'),
      script: () => (document.createElement('script').src = 'https://js.stripe.com.example.org/x.js'),
      data: () => (document.createElement('script').src = 'data:text/javascript,1'),
      thread: () => new Worker('https://example.org/x.js'),
      policy: () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('other', {}),
    }
    return Object.entries(sinks).flatMap(([name, use]) => {
      try {
        use()
        return []
      } catch (error) {
        return [`${name}: ${(error as Error).name}`]
      }
    })
  })
  expect(refused.toSorted()).toEqual(
    ['data', 'inserted', 'markup', 'policy', 'script', 'thread', 'written'].map((name) => `${name}: TypeError`),
  )
  const reports: unknown[] = []
  await context.route('**/api/v1/telemetry', async (route) => {
    reports.push(JSON.parse(route.request().postData() ?? 'null'))
    await route.continue()
  })
  await page.evaluate(() => {
    setTimeout(() => {
      document.body.innerHTML = '<b>bold</b>'
    }, 0)
  })
  await expect.poll(() => reports).toEqual([expect.objectContaining({ source: 'page', name: 'TypeError' })])
})
