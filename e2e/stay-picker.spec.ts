import type { Locator, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expectNoOverflow } from './bad-input-driver.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow, stayQuery } from './parks.ts'

const PARK = 'Green P Carpark 43'
const HOUR_MS = 3_600_000

const timesOf = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return { fromMs: Number(searchParams.get('from')), untilMs: Number(searchParams.get('until')) }
}
const minutesOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'))

async function push(page: Page, slider: Locator, byPx: number): Promise<void> {
  const box = await slider.boundingBox()
  if (box === null) throw new Error('the ruler is not drawn')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx, y, { steps: 10 })
  await page.mouse.up()
}

test('until when: one tap, the ruler, the keyboard, and with no signal too @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, PARK)
  const stay = stayFromNow({ inHours: 24 })
  await page.goto(`/park/${slug}?${stayQuery(stay)}`)
  await page.getByRole('button', { name: /^2\sh/ }).click()
  await expect.poll(() => timesOf(page)).toEqual({ ...stay, untilMs: stay.fromMs + 2 * HOUR_MS })
  await expect(app.find.bookLink).toContainText('C$')
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.reload()
    await app.frame.expectOffline()
    await expect(app.find.bookLink).toBeVisible()
    // Its code loads after the page.
    await expect(app.frame.button('Change')).toHaveAttribute('aria-haspopup', 'dialog')
    await app.frame.button('Change').click()
    await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Until when?'))
    await expectAccessible(page, 'until when')
    await expectNoOverflow(page, 'until when')
    const slider = app.frame.dialog.getByRole('slider')
    await push(page, slider, -92)
    expect(await minutesOf(slider)).toBe(180)
    await push(page, slider, 5_000)
    expect(await minutesOf(slider)).toBe(5)
    await slider.press('PageUp')
    await slider.press('ArrowLeft')
    expect(await minutesOf(slider)).toBe(60)
    // The page's own times have not changed yet.
    expect(timesOf(page).untilMs).toBe(stay.fromMs + 2 * HOUR_MS)
    await app.frame.dialog.getByRole('button', { name: app.words.like('Stay until {end}, {total}') }).click()
    await expect(app.frame.dialog).toBeHidden()
    expect(timesOf(page)).toEqual({ ...stay, untilMs: stay.fromMs + HOUR_MS })
  })
})

test('the exact times are reached from the sheet, and an end before the start is said', async ({
  app,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, PARK)
  await page.goto(`/park/${slug}?${stayQuery(stayFromNow({ inHours: 24 }))}`)
  await expect(app.frame.button('Change')).toHaveAttribute('aria-haspopup', 'dialog')
  await app.frame.button('Change').click()
  await app.frame.dialog.getByRole('button', { name: app.words.say('Set exact times') }).click()
  await expect(app.frame.dialog).toBeHidden()
  await app.checkout.until.fill('2020-01-15T10:00')
  await app.frame.expectText('The end must be after the start.')
  await expect(app.find.bookLink).toBeHidden()
  await expect(app.checkout.until).toHaveValue('2020-01-15T10:00')
  await page.getByRole('button', { name: /^1\sh/ }).click()
  await expect(app.find.bookLink).toBeVisible()
})

test('a start that has passed is said on the search and the car park, and moves when the driver says so', async ({
  app,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, PARK)
  const past = stayFromNow({ inHours: -2 })
  await page.goto(`/search?search=Toronto&${stayQuery(past)}`)
  await app.frame.expectText('The start, {passed}, has passed. Change the search.')
  await page.goto(`/park/${slug}?${stayQuery(past)}`)
  await app.frame.expectText('The start, {time}, has passed.')
  expect(timesOf(page)).toEqual(past)
  await app.frame.button('Start now').click()
  await expect.poll(() => timesOf(page).fromMs).toBeGreaterThan(Date.now() - 120_000)
  const { fromMs, untilMs } = timesOf(page)
  expect(untilMs - fromMs).toBe(past.untilMs - past.fromMs)
})

test('the longer end of a running stay is pushed to, with its price', async ({ app, page, request }) => {
  const park = await mustFindPark(request, PARK)
  const account = await createAccount(request)
  const { booking_code: code } = await bookAt(request, account, {
    park,
    stay: stayFromNow({ inHours: 48, hours: 1 }),
    plate: 'CKTB482',
  })
  await app.auth.signIn(account, `/booking-details/${code}`)
  await app.bookings.openDialog('Extend', 'Extend your stay')
  const slider = app.bookings.dialog.getByRole('slider')
  await slider.press('Home')
  await slider.press('PageUp')
  await slider.press('ArrowRight')
  expect(await minutesOf(slider)).toBe(70)
  await expectAccessible(page, 'extend with the ruler')
  await expectNoOverflow(page, 'extend with the ruler')
  await app.bookings.dialog.getByRole('button', { name: app.words.like('Extend until {0}, {cost}') }).click()
  await expect(app.bookings.dialog).toBeHidden()
})

test.describe('in Senegal', () => {
  test.use({ country: 'SN' })

  test('the price follows the kind of vehicle, which the checkout takes over; the zone is named', async ({
    app,
    page,
    request,
  }) => {
    const found = await request.get('/api/v1/parks/front/parks/', { params: { search: 'Dakar', size: 1 } })
    const { items }: { items: readonly { slug: string }[] } = await found.json()
    await page.goto(`/park/${items[0]?.slug ?? ''}`)
    await app.frame.expectText('Times are local to the car park: {0}.')
    const total = await app.find.bookLink.textContent()
    await page.getByRole('button', { name: app.words.say('Motorcycle') }).click()
    await expect(app.find.bookLink).not.toHaveText(total ?? '')
    await expect(page).toHaveURL(/vehicle_type_id=2/)
    await app.find.bookLink.click()
    // By its role: the car park's page, still shown at first, has buttons of the same name.
    await expect(page.getByRole('combobox', { name: app.words.say('Vehicle type') })).toHaveValue('2')
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the header of account pages changes the language in one tap', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('banner').getByRole('button', { name: 'Français', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.getByRole('banner').getByRole('button', { name: 'English', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expectAccessible(page, 'sign in, wide')
  })
})
