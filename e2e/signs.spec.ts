import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { must } from '../src/lib/assert.ts'
import { mustFindNode, ROOT } from '../scripts/setup.mjs'
import { expectAccessible } from './axe.ts'
import { expectNoOverflow } from './bad-input-driver.ts'
import { KINDS, typedCode } from './bad-input-kinds.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, untilInstalled, whileOffline } from './offline.ts'
import { codeOf, OTHER_PARK, PARK } from './pages/check-page.ts'
import { mustFindPark } from './parks.ts'
import type { ProviderProcess } from './provider-process.ts'
import { failCamera, showText, withStubCamera } from './scan/stub-camera.ts'

test.use(WITH_WORKER)

/** Prints a sign as an operator does: `npm run provider -- sign CODE`. Returns the link in its QR code. */
async function printSign(provider: ProviderProcess, code: string): Promise<string> {
  const args = ['provider/cli/main.ts', 'sign', code, '--out', path.join(provider.dataDir, `${code}.pdf`)]
  const { DATABASE_URL: _own, ...inherited } = process.env
  const env = { ...inherited, DATA_DIR: provider.dataDir, PUBLIC_URL: provider.url }
  const { stdout } = await promisify(execFile)(mustFindNode(), args, { cwd: ROOT, env })
  return must(/^http\S+$/m.exec(stdout)?.[0], 'the link of the sign')
}

const GENUINE = 'Genuine Baywise sign'
const FORGED = 'This is not a genuine Baywise sign'
const HERE = 'Book until {until}, {total}'

for (const language of ['en', 'fr'] as const) {
  test.describe(`a driver at a sign, ${language}`, () => {
    test.use({ language })

    test('is told which car park it is and whether the sign is genuine, with no signal too, and parks from now', async ({
      app,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const { frame } = app
      const park = await mustFindPark(request, PARK)
      const code = codeOf(park.slug)
      const link = await printSign(provider, code)
      const forged = link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
      const look = async (name: string): Promise<void> => {
        await expectAccessible(page, name)
        await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      }

      await page.goto(link)
      await expect(frame.heading).toHaveText(PARK)
      await frame.expectText(GENUINE)
      await look('genuine')
      await untilAllKept(page)

      await page.goto(forged)
      await expect(frame.alert(FORGED)).toBeVisible()
      await expect(page.getByRole('link', { name: words.like(HERE) })).toHaveCount(0)
      await look('forged')
      await frame.button('I’m at this car park').click()
      await expect(page.getByRole('link', { name: words.like(HERE) })).toBeVisible()

      await context.grantPermissions(['geolocation'])
      await context.setGeolocation({ latitude: 43.7, longitude: -79.4, accuracy: 20 })
      await page.goto(link)
      const elsewhere = words.like('This sign belongs to {name}, {distance} from here')
      await expect(page.getByRole('status').filter({ hasText: elsewhere })).toBeVisible()
      await look('elsewhere')
      await expect(page.getByRole('link', { name: words.like(HERE) })).toBeVisible()

      const other = codeOf((await mustFindPark(request, OTHER_PARK)).slug)
      await whileOffline(context, async () => {
        await page.goto(link)
        await expect(frame.heading).toHaveText(PARK)
        await frame.expectText(GENUINE)
        await page.goto(forged)
        await expect(frame.alert(FORGED)).toBeVisible()
        await page.goto(`/park/${other}`)
        await expect(frame.heading).toHaveText(words.say('{code} isn’t saved on this phone').replace('{code}', other))
        await look('not saved')
      })
      // Opens without a tap once the provider answers.
      await expect(frame.heading).toHaveText(OTHER_PARK, { timeout: 60_000 })

      await page.goto(`/park/${code.toLowerCase()}`)
      await expect(frame.heading).toHaveText(PARK)
      await expect(page.getByText(words.say(GENUINE))).toHaveCount(0)
      await page.getByRole('button', { name: /^1\sh/ }).click()
      await page.getByRole('link', { name: words.like(HERE) }).click()
      await expect(page).toHaveURL(new RegExp(`/checkout/${park.slug}\\?from=\\d+&until=\\d+`))
      const { searchParams } = new URL(page.url())
      expect(Number(searchParams.get('until')) - Number(searchParams.get('from'))).toBe(3_600_000)

      await page.goto(`/booking/${code}`)
      await expect(page).toHaveURL(new RegExp(`/checkout/${code}$`))
      await expect(frame.heading).toHaveText(PARK)

      await page.goto('/park/CA0000X?s=x')
      await expect(frame.alert(FORGED)).toBeVisible()
      await look('no code')
    })
  })
}

test('the scanner opens a genuine sign, tells a fake with no signal, and leaves the typed code without a camera', async ({
  app,
  context,
  page,
  provider,
  request,
  words,
}, info) => {
  const { frame } = app
  const park = await mustFindPark(request, PARK)
  const code = codeOf(park.slug)
  const link = await printSign(provider, code)
  await withStubCamera(page)
  await page.goto('/')
  await untilInstalled(page)
  await page.goto('/scan')
  await expect(frame.heading).toHaveText(words.say('Scan a sign'))
  await showText(page, link)
  await expect(page).toHaveURL(link)
  await frame.expectText(GENUINE)
  // The signature is verified at once; the car park follows with the provider's answer.
  await expect(frame.heading).toHaveText(PARK)
  const countKept = () => page.evaluate(async () => (await (await caches.open('scanner-files')).keys()).length)
  await expect.poll(countKept, { timeout: 30_000 }).toBe(3)

  const requested: string[] = []
  page.on('request', (sent) => requested.push(sent.url()))
  await whileOffline(context, async () => {
    await page.goto('/scan')
    await showText(page, 'https://pay.example/park/CA7KQ2M?s=x')
    await expect(frame.alert('This code doesn’t lead to Baywise')).toContainText('pay.example')
    await expectAccessible(page, 'foreign')
    await page.screenshot({ path: info.outputPath('foreign.png'), fullPage: true })
    await showText(
      page,
      link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    )
    await expect(frame.alert(FORGED)).toBeVisible()
    await page.screenshot({ path: info.outputPath('forged.png'), fullPage: true })
    await showText(page, null)
    // The camera may still show the previous picture.
    await expect(async () => {
      await frame.button('Scan again').click({ timeout: 1_000 })
      await expect(frame.alert(FORGED)).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    await showText(page, link)
    await expect(page).toHaveURL(link)
    await expect(frame.heading).toHaveText(PARK)
  })
  expect(requested.filter((url) => url.includes('pay.example'))).toEqual([])

  await page.goto('/scan')
  await failCamera(page, 'NotAllowedError')
  await page.evaluate(() => window.loseCamera?.())
  await frame.button('Try again').click()
  await expect(frame.alert('Camera access is off')).toBeVisible()
  await page.screenshot({ path: info.outputPath('no camera.png'), fullPage: true })
  const field = page.locator('[name="code"]')
  for (const kind of KINDS) {
    const one = typedCode(code, null, 'A car park code has 7 letters and digits, such as CA7KQ2M.')[kind]
    await field.fill(one.typed)
    await frame.button('Open the car park').click()
    if ('says' in one) {
      await expect(field, kind).toHaveAccessibleDescription(words.like(one.says))
      await expectNoOverflow(page, `code of a sign, ${kind}`)
    } else {
      await expect(page, kind).toHaveURL(new RegExp(`/park/${code}$`))
      await page.goto('/scan')
    }
  }
})
