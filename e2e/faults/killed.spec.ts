import { expect, WITH_WORKER } from '../fixtures.ts'
import { Baywise } from '../pages/baywise.ts'
import { listBookings } from '../parks.ts'
import { crash, Workers } from './devtools.ts'
import {
  createParkedDriver,
  effectsOf,
  expectEffects,
  extendAndWait,
  goDark,
  NO_CHANGE,
  ONE_EXTENSION,
  openBooking,
  PLATE,
  settleIn,
  waitingCard,
} from './driver.ts'
import { isWrite } from './fault-proxy.ts'
import { test } from './fault-test.ts'
import { outboxOf } from './stored.ts'

test.use(WITH_WORKER)

/** Keeps the transaction that writes a command open, and signals once the row is written in it. Runs in the page. */
function holdEnqueue(): void {
  const add = Reflect.get(IDBObjectStore.prototype, 'add') as (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) => IDBRequest<IDBValidKey>
  IDBObjectStore.prototype.add = function addAndHold(value: unknown, key?: IDBValidKey) {
    const request = add.call(this, value, key)
    if (this.name !== 'outbox') return request
    const again = (): void => this.count().addEventListener('success', again)
    again()
    request.addEventListener('success', () => {
      document.title = 'written, not committed'
    })
    return request
  }
}

test.describe('the page alone', () => {
  test.use({ drains: 'page only' })

  test('fault 05: a tab killed inside the transaction of a command leaves nothing of it; asked again, it has one effect', async ({
    app,
    context,
    network,
    page,
    request,
    words,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    await page.evaluate(holdEnqueue)
    await app.bookings.openDialog('Extend', 'Extend your stay')
    await app.bookings.dialog.getByRole('button', { name: words.like('Extend until {0}, {cost}') }).click()
    await expect(page).toHaveTitle('written, not committed')
    await crash(page)

    const again = new Baywise(await context.newPage(), words)
    await openBooking(again, driver.booking)
    await expect(waitingCard(again)).toBeHidden()
    expect(await outboxOf(again.page)).toEqual([])
    expect(network.writes).toEqual([])
    await again.bookings.extend()
    await expectEffects(request, driver.account, ONE_EXTENSION)
  })

  test('fault 06: a tab killed before it could send sends at the next start', async ({
    app,
    context,
    network,
    page,
    request,
    words,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    await goDark(app, network)
    await extendAndWait(app)
    await crash(page)
    network.weather = null
    expect(await effectsOf(request, driver.account)).toEqual(NO_CHANGE)

    const again = new Baywise(await context.newPage(), words)
    await again.page.goto('/')
    await expectEffects(request, driver.account, ONE_EXTENSION)
    expect(network.writes).toHaveLength(1)
  })

  test('fault 50: killed during a booking, the next start finds out what became of it: one booking', async ({
    app,
    context,
    network,
    page,
    request,
    words,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    await page.goto(`/checkout/${driver.park.slug}`)
    await app.checkout.typePlate('ZZ 999')
    const held = network.hold(isWrite)
    await app.checkout.pay.click()
    await held.arrived
    await crash(page)
    held.release()

    const again = new Baywise(await context.newPage(), words)
    await again.page.goto('/bookings')
    await expect(again.bookings.rows('Now and next')).toHaveCount(2)
    await expect(again.frame.button('Try again')).toBeHidden()
    // The app asks for the list but never resends the booking on its own.
    expect(network.writes).toHaveLength(1)
    expect(await listBookings(request, driver.account)).toHaveLength(2)
  })

  test('fault 50: killed before the booking arrived, the next start shows it, and asking again books once', async ({
    app,
    context,
    network,
    page,
    request,
    words,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    await page.goto(`/checkout/${driver.park.slug}`)
    await app.checkout.typePlate('ZZ 999')
    network.break('silent', isWrite, 1)
    await app.checkout.pay.click()
    await expect.poll(() => network.writes.length).toBe(1)
    await crash(page)

    const again = new Baywise(await context.newPage(), words)
    await again.page.goto('/bookings')
    await again.frame.button('Try again').click()
    await expect(again.page).toHaveURL(/\/booking-details\//)
    expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
    const plates = (await listBookings(request, driver.account)).map(({ plate }) => plate).toSorted()
    expect(plates).toEqual([PLATE, 'ZZ999'])
  })
})

test('fault 07: a worker killed in the middle of sending frees the lock; the next start sends again: one effect', async ({
  app,
  context,
  network,
  page,
  request,
  words,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  const workers = await Workers.of(context)
  await goDark(app, network)
  await extendAndWait(app)
  await page.close()
  network.weather = null
  const held = network.hold(isWrite)
  await workers.ring(network.url)
  await held.arrived
  await workers.kill()
  held.release()

  const again = new Baywise(await context.newPage(), words)
  await openBooking(again, driver.booking)
  await expect.poll(() => network.writes.length).toBeGreaterThan(1)
  await expect(waitingCard(again)).toBeHidden()
  expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
  await workers.leave()
})
