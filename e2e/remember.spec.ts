import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import type { Baywise } from './pages/baywise.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import type { ProviderProcess } from './provider-process.ts'

const PARK = 'Green P Carpark 288'
const OTHER_PARK = 'Green P Carpark 215'
const PLATE = 'CKTB482'

/** Moves stays into the past by this many hours. */
const endStays = (ids: readonly string[], hours: number) =>
  [
    `update bookings set start_time = start_time - make_interval(hours => $2::integer),
            end_time = end_time - make_interval(hours => $2::integer) where booking_id = any($1::uuid[])`,
    [ids, hours],
  ] as const

/** The next 23:10 in that zone, epoch ms. */
function nextEvening(timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const [hours = 0, minutes = 0] = clock.format(Date.now()).split(':').map(Number)
  const ahead = 23 * 60 + 10 - (hours * 60 + minutes)
  return Date.now() + (ahead < 0 ? ahead + 24 * 60 : ahead) * 60_000
}

interface Rig {
  readonly app: Baywise
  readonly request: APIRequestContext
  readonly provider: ProviderProcess
}

/** Signs in a driver whose last stay, two hours at the car park, ended yesterday. */
async function signInAfterStay({ app, request, provider }: Rig) {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const { booking_id: id } = await bookAt(request, account, { park, stay: stayFromNow({ hours: 2 }), plate: PLATE })
  await changeDatabase(provider, [endStays([id], 30)])
  await app.auth.signIn(account)
  return { account, park }
}

/** Counts taps in this document from now on. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const counter = window as unknown as { taps: number }
    counter.taps = 0
    document.addEventListener('pointerdown', () => (counter.taps += 1), true)
  })
const tapsOn = (page: Page) => page.evaluate(() => (window as unknown as { taps: number }).taps)

for (const language of ['en', 'fr'] as const) {
  test.describe(`late in the evening, ${language}`, () => {
    test.use({ language, viewport: { width: 320, height: 740 } })

    test('home with a stay that would end tomorrow is no wider than its phone', async ({
      app,
      page,
      request,
      provider,
    }) => {
      await signInAfterStay({ app, request, provider })
      await page.clock.setFixedTime(nextEvening('America/Toronto'))
      await page.goto('/')
      const again = page.getByRole('list', { name: app.words.say('Park here again') }).getByRole('button')
      await expect(again).toContainText(language === 'en' ? 'tomorrow' : 'demain')
      const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await widthOf()).toBe(320)
    })
  })
}

test('the last stay again is two taps from home to a paid pass, for the price that was shown', async ({
  app,
  page,
  request,
  provider,
}) => {
  await signInAfterStay({ app, request, provider })
  await page.goto('/')
  const again = page.getByRole('list', { name: 'Park here again' }).getByRole('button')
  await expect(again).toContainText(PARK)
  await expect(again).toContainText('2 h')
  await countTaps(page)
  const shown = /C\$\d+\.\d{2}/.exec(await again.innerText())?.[0] ?? ''
  await again.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(PLATE)
  await expect(dialog).toContainText(shown)
  await dialog.getByRole('button', { name: `Pay ${shown} from wallet` }).click()
  await expect(page).toHaveURL(/\/booking-details\/.+\/pass$/)
  await expect(app.bookings.qr).toBeVisible()
  expect(await tapsOn(page)).toBe(2)
  await page.goto('/wallet')
  await expect(app.wallet.transaction(new RegExp(PARK)).first()).toContainText(shown.replace('C$', ''))
})

test('the last stay again is offered on its car park’s page and among past bookings; with no signal it needs a connection and books nothing @worker', async ({
  app,
  page,
  context,
  request,
  provider,
}) => {
  const { account, park } = await signInAfterStay({ app, request, provider })
  await page.goto(`/park/${park.slug}`)
  const again = page.getByRole('button', { name: /^Park here again, 2 h, C\$/ })
  await expect(again).toBeVisible()
  await page.goto('/bookings')
  await expect(again).toBeVisible()
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.reload()
    await again.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(PLATE)
    await expect(dialog.getByRole('button', { name: /Needs a connection/ })).toBeVisible()
    await dialog.getByRole('button', { name: /Needs a connection/ }).click()
    await expect(dialog).toContainText('needs a connection')
  })
  const { items }: { items: unknown[] } = await (
    await request.get('/api/v1/bookings/list', { headers: { authorization: `Bearer ${account.accessToken}` } })
  ).json()
  expect(items).toHaveLength(1)
})

test('a star stands on the phone at once, waits for a signal, and is there on another phone @worker', async ({
  app,
  page,
  context,
  browser,
  request,
  provider,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const other = await mustFindPark(request, OTHER_PARK)
  await page.goto(`/park/${other.slug}`)
  await expect(page.getByRole('link', { name: 'Sign in to add to favourites' })).toBeVisible()
  await app.auth.signIn(account)
  await page.goto(`/park/${other.slug}`)
  await expect(app.frame.heading).toHaveText(OTHER_PARK)
  await page.goto(`/park/${park.slug}`)
  const star = page.getByRole('button', { name: 'Favourite', exact: true })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Waiting for signal')).toBeHidden()
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto(`/park/${other.slug}`)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Waiting for signal')).toBeVisible()
    await star.click()
    await expect(page.getByText('Waiting for signal')).toBeHidden()
    await star.click()
    // Stored before the navigation.
    await expect(page.getByText('Waiting for signal')).toBeVisible()
    await page.goto('/')
    const list = page.getByRole('list', { name: 'Favourites' }).getByRole('link')
    await expect(list).toHaveCount(2)
    await expect(list.first()).toContainText('Waiting for signal')
  })
  await expect(page.getByText('Waiting for signal')).toBeHidden()
  const second = await browser.newContext({ baseURL: provider.url })
  const answer = await second.request.get('/api/v1/user/favourites', {
    headers: { authorization: `Bearer ${account.accessToken}` },
  })
  const { data }: { data: { name: string }[] } = await answer.json()
  expect(data.map(({ name }) => name)).toEqual([OTHER_PARK, PARK])
  await second.close()
})

test('bookings are filtered and shown ten at a time, with no signal too @worker', async ({
  app,
  page,
  context,
  request,
  provider,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const ids: string[] = []
  // The clock is read once: a stay that starts five minutes after another one ends would adjoin it, at another price.
  const first = stayFromNow({ hours: 1 })
  for (let index = 0; index < 12; index += 1) {
    const laterMs = index * 3_600_000
    const stay = { fromMs: first.fromMs + laterMs, untilMs: first.untilMs + laterMs }
    ids.push((await bookAt(request, account, { park, stay, plate: PLATE })).booking_id)
  }
  await bookAt(request, account, { park, stay: stayFromNow({ inHours: 20, hours: 1 }), plate: 'BMWR119' })
  await changeDatabase(provider, [
    endStays(ids, 300),
    [`update bookings set status = 'cancelled', cancelled_at = now() where booking_id = $1`, [ids[0]]],
  ])
  await app.auth.signIn(account)
  await page.goto('/bookings')
  const past = app.bookings.rows('Past and cancelled')
  await expect(past).toHaveCount(10)
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(past).toHaveCount(12)
    await page.getByRole('button', { name: 'Cancelled', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Cancelled' }).getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Now and next' })).toBeHidden()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Cancelled' }).getByRole('link')).toHaveCount(1)
    await page.getByRole('button', { name: 'Now and next' }).click()
    await expect(page.getByRole('list', { name: 'Now and next' }).getByRole('link')).toHaveCount(1)
  })
})

test('a plate that was booked with is there at the next checkout, until the driver says that it isn’t theirs', async ({
  app,
  page,
  request,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  await bookAt(request, account, { park, stay: stayFromNow({ hours: 2 }), plate: PLATE })
  await app.auth.signIn(account)
  await page.goto(`/checkout/${park.slug}`)
  await expect(app.checkout.vehicle).toContainText(`${PLATE}, Car, booked before`)
  await page.getByRole('button', { name: `${PLATE} isn’t my plate` }).click()
  await expect(app.checkout.plate).toBeVisible()
  await page.reload()
  await expect(app.checkout.plate).toHaveValue('')
  await expect(app.checkout.vehicle).toBeHidden()
})
