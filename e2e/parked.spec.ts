import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import type { Baywise } from './pages/baywise.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

const NOTE = 'Level 3, near lift B'
const CAR = { latitude: 43.6532, longitude: -79.3832, accuracy: 10 }
/** 230 m south-west of the car. */
const AWAY = { latitude: 43.651738, longitude: -79.385219, accuracy: 10 }

async function openPass(app: Baywise, request: APIRequestContext): Promise<string> {
  const account = await createAccount(request)
  const park = await mustFindPark(request, 'Green P Carpark 288')
  const { booking_code: code } = await bookAt(request, account, {
    park,
    stay: stayFromNow({ hours: 2 }),
    plate: 'CKTB517',
  })
  await app.auth.signIn(account, `/booking-details/${code}/pass`)
  await expect(app.bookings.qr).toBeVisible()
  return code
}

/** Makes a picture as large as a phone's camera does: larger than what is stored. */
async function takePicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 })
    canvas.getContext('2d')?.fillRect(100, 100, 900, 900)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

const opener = (page: Page) => page.getByRole('button', { name: /^Where you parked/ })

test('where the car stands is noted, with a photo, and found again, all without a connection @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  // Since version 156 Chromium also asks permission for its compass, by the three sensors behind it.
  await context.grantPermissions(['geolocation', 'accelerometer', 'gyroscope', 'magnetometer'])
  await context.setGeolocation(CAR)
  const code = await openPass(app, request)
  await untilAllKept(page)
  const { dialog } = app.frame
  await whileOffline(context, async () => {
    await page.reload()
    await opener(page).click()
    await dialog.getByLabel('Note').fill(NOTE)
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'car.png', mimeType: 'image/png', buffer: await takePicture(page) })
    const photo = dialog.getByRole('img', { name: 'Photo of where you parked' })
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
    await app.frame.button('Keep my position').click()
    await expect(dialog.getByText('Position kept, within 10\u00a0m')).toBeVisible()
    await expectAccessible(page, 'where the car stands, form')
    await app.frame.button('Save').click()
    await expect(dialog.getByText(NOTE)).toBeVisible()
    await expectAccessible(page, 'where the car stands')

    // Opened from the booking, as after a restart of the app.
    await page.goto(`/booking-details/${code}`)
    await opener(page).click()
    await expect(dialog.getByText(NOTE)).toBeVisible()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(853)
    await context.setGeolocation(AWAY)
    await app.frame.button('Guide me back').click()
    await expect(dialog.getByRole('heading', { name: '230\u00a0m north-east' })).toBeVisible()
    // The phone faces east, so the car is to the left, at 45 degrees.
    await page.evaluate(() =>
      dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { alpha: 270, absolute: true })),
    )
    await expect(dialog.locator('[data-turn]')).toHaveAttribute('style', /rotate\(-4[56]deg\)/)
    await context.setGeolocation(CAR)
    await expect(dialog.getByRole('heading', { name: 'Your car is here' })).toBeVisible()

    await app.frame.button('Delete').click()
    await expect(dialog.getByLabel('Note')).toHaveValue('')
  })
})

test('a file that is no photo and a position that is not allowed are said, and nothing that was entered is lost', async ({
  app,
  page,
  request,
}) => {
  const bodies: string[] = []
  page.on('request', (sent) => bodies.push(sent.url() + (sent.postData() ?? '')))
  await openPass(app, request)
  await opener(page).click()
  const { dialog } = app.frame
  await app.frame.button('Save').click()
  await expect(dialog.getByText('Write a note, take a photo or keep your position.')).toBeVisible()
  await dialog.getByLabel('Note').fill(NOTE)
  for (const buffer of [Buffer.from('no picture at all'), Buffer.alloc(0)]) {
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'car.jpg', mimeType: 'image/jpeg', buffer })
    await expect(app.frame.alert('This file isn’t a photo we can read. Take another photo.')).toBeVisible()
  }
  await app.frame.button('Keep my position').click()
  await expect(app.frame.alert('Location is turned off for this app')).toBeVisible()
  // Simulates a page discarded while the camera is open.
  await page.reload()
  await opener(page).click()
  await expect(dialog.getByLabel('Note')).toHaveValue(NOTE)
  await app.frame.button('Save').click()
  await expect(dialog.getByText(NOTE)).toBeVisible()
  // The note is never sent.
  await page.reload()
  await expect(app.bookings.qr).toBeVisible()
  expect(bodies.filter((body) => body.includes('lift B'))).toEqual([])
})
