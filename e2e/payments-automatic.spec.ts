import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { creditsOf } from './payments.ts'
import { pusherOf, shownBy, tap } from './pushes.ts'
import { pushEn } from '../provider/messages/push-en.ts'
import type { WalletPush } from '../src/contract/push.ts'
import { toTheEnd } from './scroll.ts'

test.use(WITH_WORKER)

test('a driver keeps a card, lets the wallet fill itself after a spend, and gives the card up again', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/wallet')
  await app.frame.expectText('Off. It needs a saved card: top up once and agree to save the card.')
  await app.frame.link('Top up and save the card').click()
  const consent = page.getByRole('checkbox', { name: app.words.like('Save this card for automatic top-ups') })
  await expect(consent).not.toBeChecked()
  await consent.check()
  await app.payments.amount.fill('25')
  await expectAccessible(page, 'top up, card to be kept')
  await app.payments.next.click()
  await app.payments.choose('pay')
  await expect(app.payments.isCredited).toContainText('C$25.00')

  await page.goto('/wallet')
  await app.frame.expectText('Off. {card} is saved for it.')
  await app.frame.button('Set up automatic top-up').click()
  const threshold = app.frame.dialog.getByRole('textbox').first()
  await threshold.fill('0')
  await app.frame.button('Turn on').click()
  await app.frame.expectText('Choose between {minimum} and {maximum}.')
  await expectAccessible(page, 'automatic top-up, a figure refused')
  await threshold.fill('200')
  await app.frame.button('Turn on').click()
  await expect(app.frame.dialog).toBeHidden()
  await app.frame.expectText(
    'When a payment leaves less than {threshold}, {amount} is charged to {card}: at most {cap} a month, {charged} so far this month.',
  )

  const park = await mustFindPark(request, 'Green P Carpark 58')
  await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  // A background job reviews spending afterwards.
  await expect.poll(() => creditsOf(request, account), { timeout: 30_000 }).toEqual([2_000, 2_500])
  await page.goto('/wallet')
  await expect(page.getByText('C$20.00 so far this month')).toBeVisible()
  await expect(app.wallet.transaction(app.words.like('Top-up')).first()).toContainText('+C$20.00')
  await expectAccessible(page, 'wallet that fills itself')

  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/wallet')
    await expect(page.getByText('C$20.00 so far this month')).toBeVisible()
    await expect(app.frame.button('Change automatic top-up')).toBeHidden()
  })
  await app.frame.button('Change automatic top-up').click()
  await page.getByRole('button', { name: app.words.like('Remove {card}') }).click()
  await app.frame.expectText('Off. It needs a saved card: top up once and agree to save the card.')
})

/** The push that the provider sends when declined charges switch automatic top-up off. */
const SWITCHED_OFF: WalletPush = {
  ...{ v: 1, kind: 'auto_top_up_off', language: 'en', ...pushEn.autoTopUpOff('CAD'), tag: 'auto_top_up_off:CAD' },
  ...{ silent: false, sent_at: '2026-11-21T12:00:00Z', currency: 'CAD' },
}

test('a card that is declined twice switches it off: a notification leads to the wallet, which says so', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  const headers = { authorization: `Bearer ${account.accessToken}` }
  const key = () => ({ ...headers, 'idempotency-key': crypto.randomUUID() })
  const started = await request.post('/api/v1/wallet/add-funds', {
    headers: key(),
    data: { amount: 2_500, currency: 'CAD', keep_method: true },
  })
  const { data }: { data: { reference: string } } = await started.json()
  await request.post(`/sandbox/pay/${data.reference}?outcome=declines_later`)
  const rule = { enabled: true, currency: 'CAD', threshold: 20_000, amount: 2_000, monthly_cap: 10_000 }
  await expect
    .poll(async () => (await request.put('/api/v1/wallet/auto-top-up', { headers: key(), data: rule })).status())
    .toBe(200)
  const park = await mustFindPark(request, 'Green P Carpark 58')
  const declined = async (): Promise<number> => {
    const { items }: { items: { state: string }[] } = await (await request.get('/api/v1/payments', { headers })).json()
    return items.filter(({ state }) => state === 'failed').length
  }
  for (const count of [1, 2]) {
    await bookAt(request, account, { park, stay: stayFromNow({ inHours: 24 * count }), plate: 'CKTB482' })
    await expect.poll(declined, { timeout: 30_000 }).toBe(count)
  }
  await context.grantPermissions(['notifications'])
  await app.auth.signIn(account, '/bookings')
  await untilAllKept(page)
  const push = await pusherOf(context, page)
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  // A push that arrives twice is shown once.
  for (const _time of [1, 2]) await push(JSON.stringify(SWITCHED_OFF))
  const { title, body } = SWITCHED_OFF
  await expect.poll(() => shownBy(worker)).toEqual([{ title, body, lang: 'en', actions: [] }])
  await tap(worker, '')
  await expect(page).toHaveURL('/wallet')
  await app.frame.expectText('Automatic top-up was turned off')
  await app.frame.expectText('Your card was declined twice in a row. Nothing was charged.')
  await toTheEnd(page)
  await expectAccessible(page, 'automatic top-up switched off')
})
