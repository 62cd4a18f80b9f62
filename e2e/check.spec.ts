import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { whileOffline } from './offline.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK, phoneOf } from './pages/check-page.ts'
import { bookAt, type KnownBooking, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PLATE = 'CKTB482'

interface Booked {
  readonly parkCodes: readonly string[]
  readonly now: KnownBooking
  readonly later: KnownBooking
}

/** `laterPlate` differs between tests because their cars share the same garages. */
async function bookTwo(request: Parameters<typeof createAccount>[0], laterPlate = 'BMWR117'): Promise<Booked> {
  const account = await createAccount(request)
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  return {
    parkCodes: [codeOf(park.slug), codeOf(other.slug)],
    now: await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: PLATE }),
    later: await bookAt(request, account, { park, stay: stayFromNow({ inHours: 5, hours: 1 }), plate: laterPlate }),
  }
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`an attendant, ${language}`, () => {
    test.use({ language })

    test('pairs without an account and judges codes and plates with no signal', async ({
      context,
      provider,
      request,
      words,
    }, info) => {
      const { parkCodes, now, later } = await bookTwo(request, language === 'en' ? 'BMWR119' : 'BMWF128')
      const look = async (name: string): Promise<void> => {
        await expectAccessible(check.page, name)
        await check.page.screenshot({ path: info.outputPath(`${name}.png`) })
      }
      const check = new CheckPage(await context.newPage(), words)
      await check.page.goto('/check')
      await expect(check.frame.heading).toHaveText(words.say('Check passes'))
      await look('unpaired')
      await check.pair(await makePairingCode(provider, parkCodes))
      await check.untilKept()

      await whileOffline(context, async () => {
        await check.page.reload()
        await expect(check.frame.heading).toHaveText(PARK)
        await look('gate')
        const inside = async (): Promise<number> => {
          const words = await check.page.getByText(/^\d+ (cars? inside|voitures? à l’intérieur)/).innerText()
          return Number.parseInt(words, 10)
        }
        const before = await inside()

        await check.checkCode(now.booking_code.toLowerCase())
        await check.expectVerdict('VALID')
        await look('valid')
        await check.frame.button('Yes, let in').click()
        await expect(check.log).toContainText([PLATE])
        await expect(check.log.first()).toContainText(words.say('Waiting for signal'))
        await expect.poll(inside).toBe(before + 1)

        await check.checkCode(now.booking_code)
        await check.expectVerdict('ALREADY INSIDE')
        await look('already inside')
        await check.frame.button('Stop: another car').click()

        await check.choose('Plate')
        await check.page
          .getByLabel(words.say('Last characters of the plate'), { exact: true })
          .fill(later.plate.slice(-4).toLowerCase())
        await check.page.getByRole('button', { name: later.plate }).click()
        await check.expectVerdict('EARLY')
        await look('early')
        await check.frame.button('Let in anyway…').click()
        await check.frame.button('Let in and record').click()
        await check.frame.expectText('Choose a reason, or write one.')
        await check.choose('Paid at the gate')
        await look('override')
        await check.frame.button('Let in and record').click()
        await expect(check.log.first()).toContainText(words.say('Paid at the gate'))
        await look('log')

        await check.choose('Code')
        await check.checkCode('K7QM-4T2')
        await check.frame.expectText('A code has 8 letters and digits, such as K7QM-4T2P.')
      })

      await check.page.reload()
      await expect(check.log.filter({ hasText: words.say('Saved') })).toHaveCount(1)
      await expect(check.log.filter({ hasText: words.say('Check this') })).toHaveCount(1)
    })
  })
}

test('two attendants with no signal let one pass in: both send, the later one is told, nothing is lost', async ({
  browser,
  provider,
  request,
  words,
}) => {
  const { parkCodes, now } = await bookTwo(request)
  const contexts = [await browser.newContext(), await browser.newContext()]
  const phones: CheckPage[] = []
  for (const context of contexts) phones.push(await phoneOf(context, words, await makePairingCode(provider, parkCodes)))
  for (const [index, check] of phones.entries()) {
    await contexts[index]?.setOffline(true)
    await check.checkCode(now.booking_code)
    await check.expectVerdict('VALID')
    await check.frame.button('Yes, let in').click()
    await expect(check.log.first()).toContainText(words.say('Waiting for signal'))
  }
  // The first phone is killed during its upload: the provider has the record, the phone does not know.
  const killed = contexts[0] ?? fail()
  const arrived = new Promise<void>((resolve) => {
    void killed.route('**/attendant/check-ins', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await killed.setOffline(false)
  await arrived
  await phones[0]?.page.close()
  await killed.unrouteAll({ behavior: 'ignoreErrors' })
  const first = new CheckPage(await killed.newPage(), words)
  await first.page.goto('/check')
  await expect(first.log.first()).toContainText(words.say('Saved'))
  // The first record has arrived, so the second is the duplicate. Its first attempt is lost and retried automatically.
  const second = phones[1] ?? fail()
  await contexts[1]?.route('**/attendant/check-ins', (route) => route.abort(), { times: 1 })
  await contexts[1]?.setOffline(false)
  const flagged = words.say('Let in twice: another record says it was already inside')
  const texts = async () => [await first.log.allInnerTexts(), await second.log.allInnerTexts()].flat().join('\n')
  await expect.poll(texts, { timeout: 30_000 }).toContain(flagged)
  expect((await texts()).split(flagged)).toHaveLength(2)
  for (const context of contexts) await context.close()
})

function fail(): never {
  throw new Error('There are two phones')
}

test('unpairing says what would be lost and leaves nothing', async ({ context, provider, request, words }) => {
  const { parkCodes, now } = await bookTwo(request)
  const check = await phoneOf(context, words, await makePairingCode(provider, parkCodes))
  await whileOffline(context, async () => {
    await check.checkCode(now.booking_code)
    // A gloved double tap: one car came in.
    await check.frame.button('Yes, let in').evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(check.log).toHaveCount(1)
    const unpair = check.frame.button('Unpair this phone…')
    // Rarely used: a text button below everything else, no taller than a touch target needs.
    const [button, last] = [await unpair.boundingBox(), await check.log.last().boundingBox()]
    expect(button?.height).toBeLessThanOrEqual(48)
    expect(button?.width).toBeLessThan(240)
    expect(button?.y).toBeGreaterThan((last?.y ?? Infinity) + (last?.height ?? 0))
    await expect(unpair).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await unpair.click()
    await expect(check.frame.dialog).toContainText('1 record hasn’t been sent and would be lost.')
    await expectAccessible(check.page, 'unpair')
    await check.frame.dialog.getByRole('button', { name: words.say('Unpair'), exact: true }).click()
    await expect(check.frame.heading).toHaveText(words.say('Check passes'))
  })
  await check.page.reload()
  await expect(check.frame.button('Pair this phone')).toBeVisible()
})
