import type { Locator, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { checkoutOf, mustFindPark } from './parks.ts'

test.use(WITH_WORKER)

/** Without signal, pages show what was seen before, state its age, and mark before a tap what is unavailable. */
const PARK = 'Green P Carpark 288'
const PLATE = 'CKTB482'

test.use({ viewport: { width: 360, height: 740 } })

const kept = (page: Page, table: string): Promise<number> =>
  page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    const own = databases.find((database) => database.name?.startsWith('baywise-user') === true)?.name
    if (own === undefined) return 0
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(own)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
    })
    const count = await new Promise<number>((resolve, reject) => {
      const request = db.transaction(name).objectStore(name).count()
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not counted')))
    })
    db.close()
    return count
  }, table)

const parksOf = (cards: Locator): Promise<string[]> =>
  cards.evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))

test('a page of the list that was seen is the same page with no signal, each price with its age; what else is saved is said to be on this phone', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/parks-list?country=CA')
  await app.frame.expectText('Showing {from} to {to} of {all} entries')
  const showing = page.getByText(app.words.like('Showing {from} to {to} of {all} entries'))
  const said = await showing.innerText()
  const parks = await parksOf(app.find.cards)
  expect(parks.length).toBeGreaterThan(10)
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/parks-list?country=CA')
    await app.frame.expectOffline()
    await expect(showing).toHaveText(said)
    expect((await parksOf(app.find.cards)).slice(0, parks.length)).toEqual(parks)
    await expect(app.find.cards.first()).toContainText(app.words.like('Saved {time}'))
    await app.frame.link('Next').click()
    await expect(page.getByRole('region', { name: app.words.say('On this phone'), exact: true })).toBeVisible()
    await expect(showing).toBeHidden()
  })
})

test('a car park is shown where it is on the built-in map, and no entrance that nobody measured', async ({
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, PARK)
  await page.goto(`/park/${slug}`)
  const canvas = page.locator('canvas[data-drawn="true"]')
  await expect(canvas).toBeVisible()
  await expect(page.getByText('Entrance', { exact: true })).toHaveCount(0)
  // A map with a coast has land, water, lines and names.
  const countColours = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      const found = new Set<string>()
      for (let at = 0; at < data.length; at += 4) found.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
      return found.size
    })
  await expect.poll(countColours).toBeGreaterThan(5)
})

test('the plate of a booking is offered as a vehicle, and its receipt opens with no signal although nobody looked at it', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK)))
  await app.checkout.typePlate(PLATE)
  const code = await app.checkout.payForPass()
  // The provider numbers its receipts a moment later, and the phone polls for the receipt automatically.
  await expect.poll(() => kept(page, 'receipts'), { timeout: 20_000 }).toBe(1)
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/wallet?show=receipt')
    await app.frame.expectOffline()
    await page.locator('a[href^="/wallet/receipts/"]').click()
    await expect(page.getByRole('main')).toContainText(code)
    await expect(page.getByRole('main')).toContainText(PLATE)
    await page.goto('/profile')
    await page.getByRole('button', { name: new RegExp(PLATE) }).click()
    await expect(app.frame.dialog.getByLabel(app.words.say('Plate number'), { exact: true })).toHaveValue(PLATE)
    await expect(app.frame.dialog.getByLabel(app.words.say('Country of the plate'), { exact: true })).toHaveValue('CA')
    await app.frame.button('Save').click()
    await expect(app.frame.dialog).toBeHidden()
    await expect(page.getByRole('list', { name: app.words.say('Vehicles'), exact: true })).toContainText(PLATE)
    await expect(page.getByText(app.words.like('You booked with this plate: {0}'))).toHaveCount(0)
  })
})

test('signing in is blocked before the tap, says that what was typed is kept only once something was, and opens again', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await page.goto('/auth')
  await untilAllKept(page)
  const kept = page.getByText(app.words.say('What you entered is kept.'))
  const blocked = page.getByRole('button', { name: /^Sign in: / })
  await whileOffline(context, async () => {
    await page.goto('/auth')
    await expect(blocked).toHaveText(/Needs a connection/)
    await expect(page.getByText('Sign-in needs a connection.')).toBeVisible()
    await expect(kept).toHaveCount(0)
    await app.auth.email.fill(account.email)
    await app.auth.password.fill(account.password)
    await expect(kept).toBeVisible()
    await app.auth.password.press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await app.frame.button('Sign in').click()
  await expect(page).toHaveURL('/')
})

test('a booking that no signal let through is a record, in Activity and on the proof of the booking made afterwards', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK)))
  await app.checkout.typePlate(PLATE)
  await expect(app.checkout.pay).toBeVisible()
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await app.checkout.tellMe.click()
    await expect.poll(() => kept(page, 'blockedAttempts')).toBe(1)
  })
  const code = await app.checkout.payForPass()
  await page.goto('/activity')
  const rows = page.getByRole('list', { name: app.words.say('Not sent: no connection'), exact: true })
  await expect(rows.getByRole('listitem')).toContainText(PLATE)
  const proof = rows.getByRole('button', { name: app.words.say('Proof of request') })
  const [download] = await Promise.all([page.waitForEvent('download'), proof.click()])
  expect(download.suggestedFilename()).toMatch(/^baywise-[0-9a-f-]{36}\.json$/)
  await page.goto(`/booking-details/${code}/proof`)
  const section = page.locator('section').filter({ hasText: app.words.say('Requested on this phone') })
  await expect(section).toContainText(app.words.like('Book until {end}'))
  await expect(section).toContainText(app.words.say('No connection'))
  await page.emulateMedia({ media: 'print' })
  await expect(section).toBeVisible()
})
