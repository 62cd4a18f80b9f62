import sharp from 'sharp'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { openConsole } from './open-console.ts'
import { languagesOrOnly } from './views.ts'

/** Makes a picture of a wall with a door; `shade` makes each one unique. */
const takePhoto = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 1_200, height: 900, channels: 3, background: { r: shade, g: 120, b: 160 } } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="400" height="500"><rect width="400" height="500" fill="#${String(shade).repeat(3)}"/></svg>`,
        ),
        left: 400,
        top: 400,
      },
    ])
    .jpeg()
    .toBuffer()

for (const language of languagesOrOnly('en')) {
  test.describe(`photos of a car park, ${language}`, () => {
    test.use({ language, viewport: { width: 1280, height: 800 } })

    test('an operator adds photos, orders and describes them; a driver sees them, with no signal too @worker', async ({
      app,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const say = (id: string) => words.say(id)
      const button = (id: string) => page.getByRole('button', { name: say(id), exact: true })
      const field = (id: string) => page.getByLabel(say(id), { exact: true })
      const parks = (await (await request.get('/api/v1/parks/front/parks?country=CA&size=6')).json()) as {
        items: { code: string; slug: string; name: string }[]
      }
      const park = parks.items[language === 'en' ? 3 : 4]
      if (park === undefined) throw new Error('No car park')
      const invited = { organisation: `Photo Parking ${language}`, language, park: park.code }
      await openConsole({ app, page, provider, request }, invited)

      await page.goto('/operator?show=parks')
      await button('Add photo').click()
      await expect(page.getByText(say('Choose a photo.'))).toBeVisible()
      await expect(page.getByText(say('Describe what the photo shows.'))).toHaveCount(2)
      const choose = (buffer: Buffer, name = 'photo.jpg') =>
        page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
      await choose(Buffer.from('MZ this is a program'), 'photo.jpg')
      await expect(
        page.getByText(say('This browser can’t read this file as a photo. Choose a JPEG, PNG or WebP.')),
      ).toBeVisible()
      await choose(Buffer.alloc(10_000_001, 1))
      await expect(page.getByText(say('This file is larger than 10 MB. Choose a smaller one.'))).toBeVisible()
      const shade = language === 'en' ? 20 : 30
      const kept = page.getByRole('list', { name: say('Photos'), exact: true }).getByRole('listitem')
      const add = async (step: number, [english, french]: readonly [string, string]) => {
        await choose(await takePhoto(shade + step))
        await expect(page.getByRole('img', { name: say('Your photo') })).toBeVisible()
        await field('What it shows, in English').fill(english)
        await field('What it shows, in French').fill(french)
        await button('Add photo').click()
      }
      await add(1, ['The entrance', 'L’entrée'])
      await expect(kept).toHaveCount(1)
      await add(1, ['The entrance again', 'Encore l’entrée'])
      await expect(page.getByText(say('This car park already has this photo.'))).toBeVisible()
      await add(2, ['Level 2', 'Niveau 2'])
      await expect(kept).toHaveCount(2)
      await add(3, ['The lift', 'L’ascenseur'])
      await expect(kept).toHaveCount(3)
      await expectAccessible(page, 'photos in the console')
      await page.screenshot({ path: info.outputPath('console.png'), fullPage: true })

      await kept.nth(2).getByRole('button').first().click()
      await expect(kept.nth(1)).toContainText('The lift')
      await kept.nth(1).getByRole('button').nth(2).click()
      await kept.nth(1).getByLabel(say('What it shows, in English')).fill('The lift to the street')
      await kept
        .nth(1)
        .getByRole('button', { name: say('Save'), exact: true })
        .click()
      await expect(kept.nth(1)).toContainText('The lift to the street')
      const entrance = language === 'en' ? 'The entrance' : 'L’entrée'
      await kept.nth(0).getByRole('button').last().click()
      await kept
        .nth(0)
        .getByRole('button', { name: say('Remove {name}').replace('{name}', entrance), exact: true })
        .click()
      await expect(kept).toHaveCount(2)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.screenshot({ path: info.outputPath('console-phone.png'), fullPage: true })

      await page.goto(`/park/${park.slug}`)
      const row = page.getByRole('list', { name: say('Photos of {name}').replace('{name}', park.name) })
      const photos = row.getByRole('button')
      await expect(photos).toHaveCount(2)
      const names = language === 'en' ? ['The lift to the street', 'Level 2'] : ['L’ascenseur', 'Niveau 2']
      const loaded = () =>
        row
          .getByRole('img')
          .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0))
      for (const [at, name] of names.entries()) {
        await expect(photos.nth(at)).toHaveAccessibleName(name)
        await photos.nth(at).scrollIntoViewIfNeeded()
      }
      await expect.poll(loaded).toEqual([true, true])
      await expectAccessible(page, 'photos of a car park')
      await row.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('park.png') })
      await photos.nth(0).focus()
      await page.keyboard.press('Enter')
      await expect(app.frame.dialog.getByRole('img', { name: names[0] ?? '' })).toBeVisible()
      await expectAccessible(page, 'a larger photo')
      await page.screenshot({ path: info.outputPath('larger.png') })
      await app.frame.dialog.getByRole('button', { name: say('Next photo') }).click()
      await expect(app.frame.dialog.getByRole('img', { name: names[1] ?? '' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(photos.nth(0)).toBeFocused()
      await untilAllKept(page)
      // The worker did not store what was loaded before it was installed.
      await page.reload()
      await expect(photos).toHaveCount(2)
      for (const at of [0, 1]) await photos.nth(at).scrollIntoViewIfNeeded()
      await expect.poll(loaded).toEqual([true, true])

      await whileOffline(context, async () => {
        await page.reload()
        await expect(photos).toHaveCount(2)
        for (const at of [0, 1]) await photos.nth(at).scrollIntoViewIfNeeded()
        await expect.poll(loaded).toEqual([true, true])
        await photos.nth(0).click()
        const large = app.frame.dialog.getByRole('img', { name: names[0] ?? '' })
        await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)).toBe(true)
        await page.keyboard.press('Escape')
        // Photos that were never loaded leave no broken images.
        await page.evaluate(() => caches.delete('baywise-park-photos'))
        await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // The last part of the page: scrolling there triggers the loading of the photos.
        await button('Something else').scrollIntoViewIfNeeded()
        await expect(row).toBeHidden()
      })
      await expect(photos).toHaveCount(2)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await row.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('park-wide-dark.png') })
      await photos.nth(1).click()
      await page.screenshot({ path: info.outputPath('larger-wide-dark.png') })
    })
  })
}

test('where data is saved photos are asked for first', async ({ context, page, request }) => {
  const parks = (await (await request.get('/api/v1/parks/front/parks?country=CA&size=6')).json()) as {
    items: { id: number; slug: string }[]
  }
  const park = parks.items[5]
  if (park === undefined) throw new Error('No car park')
  const file = `/photos/${'a'.repeat(32)}-480.webp`
  const photo = {
    photo_id: crypto.randomUUID(),
    width: 480,
    height: 360,
    files: [{ url: file, width: 480 }],
    text: { en: 'Ramp', fr: 'Rampe' },
  }
  await context.route(`**/front/parks/${String(park.id)}/photos`, (route) =>
    route.fulfill({ json: { data: { park_id: park.id, photos: [photo] } } }),
  )
  let asked = 0
  await context.route(`**${file}`, async (route) => {
    asked += 1
    await route.fulfill({ body: await takePhoto(5), contentType: 'image/jpeg' })
  })
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto(`/park/${park.slug}`)
  const show = page.getByRole('button', { name: 'Show 1 photo' })
  await expect(show).toBeVisible()
  expect(asked).toBe(0)
  await show.click()
  await expect(page.getByRole('img', { name: 'Ramp' })).toBeVisible()
})
