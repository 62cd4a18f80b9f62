import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expectNoOverflow } from './bad-input-driver.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, type KnownBooking, listBookings, mustFindPark, type Stay } from './parks.ts'

test.use(WITH_WORKER)

test.use({ viewport: { width: 360, height: 740 } })

const PARK = 'Green P Carpark 43'
const PLATE = 'MOVE 123'
const HOUR_MS = 3_600_000

type Account = Awaited<ReturnType<typeof createAccount>>

async function balanceOf(request: APIRequestContext, { accessToken }: Account): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request.get('/api/v1/wallet', { headers, params: { currency: 'CAD' } })
  const { data }: { data: { balance: number } } = await answer.json()
  return data.balance
}

const codeIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Formats a time in Toronto's zone for a `datetime-local` field. */
const toField = (ms: number): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Toronto',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms)
  return parts.replace(' ', 'T')
}

/** An hour at noon in Toronto, outside of the evening's flat price, under which a longer stay costs nothing more. */
function noonTomorrow(): Stay {
  const tomorrow = toField(Date.now() + 24 * HOUR_MS).slice(0, 10)
  const utcNoon = Date.parse(`${tomorrow}T12:00:00Z`)
  const aheadMs = utcNoon - Date.parse(`${toField(utcNoon)}:00Z`)
  return { fromMs: utcNoon + aheadMs, untilMs: utcNoon + aheadMs + HOUR_MS }
}

for (const language of ['en', 'fr'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('a booking moves to another time and then to another park: price, wallet and pass follow at once', async ({
      app,
      context,
      page,
      request,
    }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const stay = noonTomorrow()
      const booking = await bookAt(request, account, { park, stay, plate: PLATE })
      const before = (await balanceOf(request, account)) + booking.total
      await app.auth.signIn(account, `/booking-details/${booking.booking_code}`)

      await app.frame.button('Move booking').click()
      const { dialog } = app.frame
      await expect(dialog).toHaveAccessibleName(app.words.say('Change time or car park'))
      // No change is chosen yet.
      await expect(dialog.getByRole('button').last()).toHaveAttribute('aria-disabled', 'true')
      await dialog.getByLabel(app.words.say('Until'), { exact: true }).fill(toField(stay.untilMs + 2 * HOUR_MS))
      await expect(dialog.getByText(app.words.say('New price'))).toBeVisible()
      await expectAccessible(page, 'move a booking')
      await expectNoOverflow(page, 'move a booking')
      await dialog.getByRole('button', { name: app.words.like('Move and pay {difference}') }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => codeIn(page)).not.toBe(booking.booking_code)
      const [later, first] = await bookingsOf(request, account)
      expect([later?.booking_code, first?.booking_code]).toEqual([codeIn(page), booking.booking_code])
      expect([later?.status, first?.status]).toEqual(['active', 'cancelled'])
      expect(Date.parse(later?.end_time ?? '')).toBe(stay.untilMs + 2 * HOUR_MS)
      expect(await balanceOf(request, account)).toBe(before - (later?.total ?? 0))

      await app.frame.button('Move booking').click()
      await dialog.getByRole('button', { name: app.words.say('Choose another'), exact: true }).click()
      const other = dialog.getByRole('radio').nth(1)
      await expect(other).toBeVisible()
      await expect(dialog.getByRole('radio').first()).toBeChecked()
      await other.check()
      await expectAccessible(page, 'move to another park')
      await expectNoOverflow(page, 'move to another park')
      await dialog.getByRole('button').last().click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => codeIn(page)).not.toBe(later?.booking_code)
      await expect(app.frame.heading).not.toHaveText(PARK)
      const moved = (await bookingsOf(request, account)).find(({ status }) => status === 'active')
      expect(moved?.booking_code).toBe(codeIn(page))
      expect(await balanceOf(request, account)).toBe(before - (moved?.total ?? 0))

      await app.frame.link('Show pass').click()
      await expect(app.bookings.qr).toBeVisible()
      await page.goto(`/booking-details/${booking.booking_code}`)
      await app.frame.link('Open the moved booking').click()
      await expect.poll(() => codeIn(page)).toBe(later?.booking_code)
      await page.goto(`/booking-details/${moved?.booking_code ?? ''}`)
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.reload()
        await app.frame.expectOffline()
        await expect(page.getByRole('button', { name: app.words.like('Move booking') })).toContainText(
          app.words.say('Needs a connection'),
        )
        await app.frame.link('Show pass').click()
        await expect(app.bookings.qr).toBeVisible()
      })
    })
  })
}

/** Sorted by status. */
const bookingsOf = async (request: APIRequestContext, account: Account): Promise<readonly KnownBooking[]> =>
  (await listBookings(request, account)).toSorted((a, b) => a.status.localeCompare(b.status))
