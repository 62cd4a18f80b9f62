import { createAccount, readExport } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, untilInstalled, whileOffline } from './offline.ts'
import { mustFindPark } from './parks.ts'
import { countPixels, ensureStreets, MOSCONE } from './streets.ts'

const PARK = 'Green P Carpark 288'

test('a problem is reported with no signal, waits, and is sent when the signal is back @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const park = await mustFindPark(request, PARK)
  const account = await createAccount(request)
  await app.auth.signIn(account, `/park/${park.slug}`)
  await expect(app.frame.button('Price differs')).toBeVisible()
  await untilAllKept(page)
  const reports = page.getByRole('list', { name: app.words.say('Your reports') })
  await whileOffline(context, async () => {
    await page.reload()
    await app.frame.expectOffline()
    await app.frame.button('Price differs').click()
    await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Report a problem'))
    await expectAccessible(page, 'report a problem, offline')
    await app.frame.dialog.getByLabel(app.words.say('Your words (optional)')).fill('The sign says C$9')
    await app.frame.dialog.getByRole('button', { name: app.words.say('Send report') }).click()
    await expect(reports).toContainText(app.words.say('Waiting for signal'))
    await page.goto('/activity')
    await app.frame.expectText('Report a problem at {parkName}. {what}')
    await expect(page.getByRole('main')).toContainText('The sign says C$9')
    await page.goto(`/park/${park.slug}`)
    await expect(reports).toContainText(app.words.say('Waiting for signal'))
    await expectAccessible(page, 'car park, a report waits')
  })
  await expect(reports).toContainText(app.words.say('Saved'), { timeout: 30_000 })
  expect(await readExport(request, account)).toMatchObject({
    problem_reports: [{ kind: 'price', text: 'The sign says C$9' }],
  })
})

test('a visitor who reports a problem signs in first, and finds their words again', async ({ app, page, request }) => {
  const park = await mustFindPark(request, PARK)
  const account = await createAccount(request)
  await page.goto(`/park/${park.slug}`)
  await app.frame.button('Something else').click()
  await app.frame.dialog.getByLabel(app.words.say('Your words'), { exact: true }).fill('No light on level 2')
  await expectAccessible(page, 'report a problem, signed out')
  await app.frame.dialog.getByRole('link', { name: app.words.say('Sign in') }).click()
  await app.auth.sendSignIn(account)
  const words = app.frame.dialog.getByLabel(app.words.say('Your words'), { exact: true })
  await expect(words).toHaveValue('No light on level 2')
  await app.frame.dialog.getByRole('button', { name: app.words.say('Send report') }).click()
  await expect(app.frame.dialog).toBeHidden()
  await expect(page.getByRole('list', { name: app.words.say('Your reports') })).toContainText(app.words.say('Saved'))
})

test('which maps app shows the way is asked once and kept; with no signal it says what needs one @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  // No request reaches a third party, not even from the tab that the tap opens.
  await context.route(/openstreetmap\.org|google\.com|waze\.com/, (route) => route.fulfill({ body: 'a map' }))
  const { slug } = await mustFindPark(request, PARK)
  await page.goto(`/park/${slug}`)
  await app.frame.button('Directions').click()
  await expectAccessible(page, 'directions')
  const opened = context.waitForEvent('page')
  await app.frame.dialog.getByRole('link', { name: 'Waze' }).click()
  expect((await opened).url()).toContain('www.waze.com/ul?ll=43.')
  await (await opened).close()
  const chosen = page.getByRole('link', { name: 'Directions with Waze' })
  await expect(chosen).toBeVisible()
  await untilInstalled(page)
  await page.reload()
  await expect(chosen).toBeVisible()
  await whileOffline(context, async () => {
    await page.reload()
    await app.frame.expectOffline()
    await expect(chosen).toContainText(app.words.say('Needs a connection'))
  })
})

/**
 * Inserts rows for six drivers, each on the last eight days of today's weekday, from six hours before now to twelve
 * after: the API accepts no bookings in the past.
 */
const USUAL_STAYS = `
  with drivers as (
    insert into users (user_id, email, first_name, last_name, country_code, created_at, updated_at)
    select gen_random_uuid(), $2::text || n || '@usual.example.test', 'Usual', 'Driver', 'CA', now(), now() from generate_series(1, 6) n
    returning user_id
  )
  insert into bookings (booking_id, booking_code, user_id, park_id, vehicle_type_id, plate, start_time, end_time, status, currency,
     total_minor, lines, tariff_version, refund_rules, created_at, updated_at)
  select gen_random_uuid(), upper(left(md5(user_id::text || week), 8)), user_id, $1, 1, 'USUAL1', from_time, from_time + interval '18 hours',
     'active', 'CAD', 0, '[]', 'v1', '[]', from_time, from_time
    from drivers, generate_series(1, 8) week, lateral (select date_trunc('hour', now()) - week * interval '7 days' - interval '6 hours' as from_time) t`

for (const language of ['en', 'fr'] as const) {
  test.describe(`how full it usually is, ${language}`, () => {
    test.use({ language })

    test('is shown from bookings, the hours of the stay among them, also with no signal @worker', async ({
      app,
      context,
      page,
      provider,
      request,
      words,
    }) => {
      const { id, slug } = await mustFindPark(request, language === 'en' ? PARK : 'Green P Carpark 34')
      await changeDatabase(provider, [
        [USUAL_STAYS, [id, language]],
        ['delete from park_typical_hours where park_id = $1', [id]],
      ])
      await page.goto(`/park/${slug}`)
      await expect(page.getByRole('heading', { name: words.like('Usually on a {dayName}') })).toBeVisible()
      await untilAllKept(page)
      const own = page.getByRole('row', { name: words.like('{label}, your stay') })
      await expect(own.first()).toContainText('%')
      await expectAccessible(page, 'usual hours')
      await whileOffline(context, async () => {
        await page.reload()
        await app.frame.expectOffline()
        await expect(own.first()).toContainText('%')
      })
    })
  })
}

test.describe('among streets', () => {
  test.use({ country: 'US' })

  test('a car park stands on its streets, credited, also with no signal @worker', async ({
    app,
    context,
    page,
    provider,
    request,
  }) => {
    await ensureStreets(provider)
    const near = await request.get('/api/v1/parks/front/parks/', { params: { ...MOSCONE, size: 1 } })
    const { items }: { items: readonly { slug: string }[] } = await near.json()
    await page.goto(`/park/${items[0]?.slug ?? ''}`)
    const streets = page.locator('canvas[data-streets="true"]')
    await expect(streets).toBeVisible()
    await expect(page.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible()
    expect(await countPixels(page, 'street')).toBeGreaterThan(500)
    await expectAccessible(page, 'car park among streets')
    await untilInstalled(page)
    await page.reload()
    await expect(streets).toBeVisible()
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).includes('street-files'))).toBe(true)
    await whileOffline(context, async () => {
      await page.reload()
      await app.frame.expectOffline()
      await expect(streets).toBeVisible()
    })
  })
})

for (const language of ['en', 'fr'] as const) {
  test.describe(`the price of a car park, ${language}`, () => {
    test.use({ language })

    test('and the button that changes the times do not touch, at the usual size of text and at twice it', async ({
      app,
      page,
      request,
    }) => {
      const { slug } = await mustFindPark(request, PARK)
      await page.goto(`/park/${slug}`)
      const devtools = await page.context().newCDPSession(page)
      const price = page.getByRole('region', { name: app.words.say('Price'), exact: true })
      const total = price
        .locator('p')
        .filter({ has: page.locator('strong') })
        .first()
      for (const standard of [16, 32]) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
        for (const name of ['Change', 'Set exact times']) {
          const [line, button] = [await total.boundingBox(), await app.frame.button(name).boundingBox()]
          if (line === null || button === null) throw new Error(`${name} is not there`)
          expect(button.y - (line.y + line.height), `${name}, text of ${standard} px`).toBeGreaterThanOrEqual(8)
        }
      }
    })
  })
}
