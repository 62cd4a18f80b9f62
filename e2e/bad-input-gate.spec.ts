import type { Locator } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectNoOverflow } from './bad-input-driver.ts'
import { KINDS, RULES, typedCode } from './bad-input-kinds.ts'
import { expect, test } from './fixtures.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from './pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

const PLATE = 'BMWG314'
/** A well-formed code without a booking. */
const UNKNOWN = '9876-543Y'

test.use({ actionTimeout: 15_000 })

test('what an attendant types at the gate is read as it was meant, or refused in words beside the field and kept', async ({
  page,
  provider,
  request,
  words,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: PLATE })
  const check = new CheckPage(page, words)
  const other = await mustFindPark(request, OTHER_PARK)
  await check.pair(await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))

  const code = page.locator('[name="code"]')
  for (const kind of KINDS) {
    const one = typedCode(booking.booking_code, 'VALID')[kind]
    await code.fill(one.typed)
    await check.frame.button('Check the code').click()
    if ('says' in one) {
      await expect(code, kind).toHaveAccessibleDescription(words.like(one.says))
      expect((await code.inputValue()).trim(), kind).toBe(one.typed.trim())
      await expectNoOverflow(page, `code, ${kind}`)
    } else {
      await check.expectVerdict('VALID')
      await page.reload()
    }
  }

  await check.choose('Plate')
  const search = page.getByRole('searchbox')
  for (const kind of KINDS) {
    const one = RULES.bookingPlate[kind]
    await search.fill(one.typed)
    await expectNoOverflow(page, `last characters of the plate, ${kind}`)
    await expect(search).toHaveValue(one.typed)
  }
  await search.fill(` \u202e${PLATE.slice(-4).toLowerCase()}\u202c `)
  await expect(page.getByRole('button', { name: PLATE })).toBeVisible()

  await check.choose('Code')
  await check.checkCode(UNKNOWN)
  await check.frame.button('Let in anyway…').click()
  const send = check.frame.button('Let in and record')
  const plate = page.locator('[name="plate"]')
  await check.choose('Another reason')
  for (const kind of KINDS) {
    const one = RULES.bookingPlate[kind]
    if (!('says' in one)) continue
    await plate.fill(one.typed)
    await send.click()
    await expect(plate, kind).toHaveAccessibleDescription(words.like('Enter the plate: letters and digits.'))
    await expectKept(plate, one.typed)
    await expectNoOverflow(page, `plate of another car, ${kind}`)
  }
  await plate.fill(' \u202eckt-b 482 ')
  const reason = page.locator('[name="words"]')
  for (const [typed, says] of [
    ['', 'Choose a reason, or write one.'],
    ['  \u200b ', 'Choose a reason, or write one.'],
    ['x'.repeat(201), 'This is too long'],
    ['x'.repeat(10_240), 'This is too long'],
  ] as const) {
    await reason.fill(typed)
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: words.like(says) })).toBeVisible()
    await expectKept(reason, typed)
    await expectNoOverflow(page, `reason, ${says}`)
  }
  await reason.fill(' \u202e موظف\u0007  🚗 ')
  await send.click()
  await expect(check.log.first()).toContainText('موظف 🚗')
  await expect(check.log.first()).toContainText('CKTB482')
})

const expectKept = (input: Locator, typed: string): Promise<void> => expect(input).toHaveValue(typed)
