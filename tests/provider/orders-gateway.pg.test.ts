import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import type { OrderCheckout } from '../../src/contract/payments.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { moveOrder, returnGoods } from '../../provider/services/orders.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { codeOf, expectRefusal } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { issue, mustOrderCart, order, sell, type TestCart, TOTAL } from './support/test-marketplace.ts'
import { payIn } from './support/test-money.ts'
import { creditsOf, getPayment, onPage, payInSilence, postWebhook, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000
const MINUTES = 60_000

let provider: TestProvider
let driver: TestDriver
let id: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  driver = await createDriver(provider)
  id = await sell(provider, { stock: 5 })
})

const cartOf = (quantity = 1, more: Partial<TestCart> = {}): TestCart => ({
  lines: [{ product_id: id, quantity }],
  total: quantity * TOTAL,
  ...more,
})
const checkout = (cart: TestCart, who = driver): Promise<Response> =>
  order(provider, who, { ...cart, changes: { ...cart.changes, payment_method: 'gateway' } })
async function mustCheckout(cart: TestCart = cartOf(), who = driver): Promise<OrderCheckout> {
  const answer = await checkout(cart, who)
  if (answer.status !== 201) throw new Error(`Not kept: ${await answer.text()}`)
  return ((await answer.json()) as { data: OrderCheckout }).data
}
async function read(code: string): Promise<Order> {
  const answer = await provider.request('GET', `/api/v1/orders/${code}`, { token: await driver.token() })
  return ((await answer.json()) as { data: Order }).data
}
async function listed(): Promise<readonly string[]> {
  const answer = await provider.request('GET', '/api/v1/orders/list', { token: await driver.token() })
  return ((await answer.json()) as { items: Order[] }).items.map(({ order_code: code }) => code)
}
async function stock(): Promise<number | null> {
  const answer = await provider.request('GET', `/api/v1/marketplace/products/${String(id)}`)
  return ((await answer.json()) as { data: { stock: number | null } }).data.stock
}
async function usesOf(coupon: string): Promise<number> {
  const rows = await provider.deps.db.query<{ used: number }>('select used from coupons where code = $1', [coupon])
  return rows[0]?.used ?? -1
}
const cancel = async (code: string): Promise<Response> =>
  provider.request('PUT', `/api/v1/orders/${code}/status?status=cancelled&reason=changed_mind`, {
    token: await driver.token(),
    key: newKey(),
  })
const operate = (code: string, stage: 'accepted' | 'rejected' | 'processing' | 'completed') =>
  provider.deps.db.transaction((tx) =>
    moveOrder(tx, {
      ...{ code, userId: null, stage, nowMs: provider.clock.now() },
      reason: stage === 'rejected' ? 'Damaged' : null,
    }),
  )
async function afterTheHold(): Promise<void> {
  provider.clock.advance(16 * MINUTES)
  await settleDuePayments(provider.deps)
}

describe('while the driver pays', () => {
  it('goods and coupon are kept for 15 minutes, nothing is charged, and the order is not listed', async () => {
    const coupon = await issue(provider, { limit_in_all: 1 })
    const kept = await mustCheckout(cartOf(2, { total: 2_034, coupon }))
    expect(kept.order).toMatchObject({ stage: 'pending', paid: false, total: 2_034 })
    expect(kept.payment).toMatchObject({ purpose: 'order', amount: 2_034, order_code: kept.order.order_code })
    expect(Date.parse(kept.payment.expires_at) - provider.clock.now()).toBe(15 * MINUTES)
    expect(kept.payment_info.payment_url).toContain(`/sandbox/pay/${kept.reference}`)
    expect([await stock(), await usesOf(coupon), await balanceOf(provider, driver)]).toEqual([3, 1, WELCOME])
    expect(await listed()).toEqual([])
    const other = await createDriver(provider)
    expect(await codeOf(await order(provider, other, cartOf(4)))).toBe('product_sold_out')
    expect(await codeOf(await order(provider, other, cartOf(1, { total: 1_017, coupon })))).toBe('coupon_used_up')
    expect(await creditsOf(provider, kept.reference)).toBe(0)
  })

  it('an operator sees nothing of it and moves it nowhere; its driver may give it up', async () => {
    const { order: kept } = await mustCheckout()
    for (const stage of ['accepted', 'rejected'] as const)
      expect(await operate(kept.order_code, stage)).toMatchObject({ ok: false, error: { code: 'order_stage' } })
    expect(await (await cancel(kept.order_code)).json()).toMatchObject({
      data: { stage: 'cancelled', cancel_reason: 'changed_mind', paid: false, refunded: 0 },
    })
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([5, WELCOME])
  })

  it('the same request again gets the same payment, and the same cart again takes the place of the first', async () => {
    const changes = { cart_id: uuid7() }
    const key = newKey()
    const first = await (await checkout(cartOf(2, { changes, key }))).text()
    const again = await checkout(cartOf(2, { changes, key }))
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', first])
    const old = (JSON.parse(first) as { data: OrderCheckout }).data
    const anew = await mustCheckout(cartOf(5, { changes }))
    expect(await read(old.order.order_code)).toMatchObject({ stage: 'cancelled', cancel_reason: 'replaced' })
    expect(await stock()).toBe(0)
    await onPage(provider, anew.reference, 'pay')
    expect(await read(anew.order.order_code)).toMatchObject({ stage: 'accepted', paid: true })
    expect(await listed()).toEqual([anew.order.order_code])
  })

  it('three at a time are kept for one driver, whether they come one by one or at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkout(cartOf())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409])
    expect(await stock()).toBe(2)
    await expectRefusal(await checkout(cartOf()), 409, 'too_many_holds')
    await mustOrderCart(provider, driver, cartOf())
    expect(await stock()).toBe(1)
  })

  it('what a gateway cannot charge, other prices and wrong ways to pay are refused, and nothing is kept', async () => {
    const cheap = await sell(provider, { price_minor: 20, stock: 3, taxes: [] })
    const tiny = { lines: [{ product_id: cheap, quantity: 1, price: 20 }], total: 20 }
    await expectRefusal(await checkout(tiny), 422, 'amount_out_of_range')
    await expectRefusal(await checkout(cartOf(1, { total: 0 })), 422, 'amount_out_of_range')
    await expectRefusal(await checkout(cartOf(1, { total: TOTAL + 1 })), 409, 'cart_changed')
    await expectRefusal(await checkout(cartOf(6)), 409, 'product_sold_out')
    for (const payment_method of ['card', '', null, 1])
      await expectRefusal(
        await order(provider, driver, cartOf(1, { changes: { payment_method } })),
        422,
        'validation_failed',
      )
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([5, WELCOME])
  })
})

describe('when the payment succeeds', () => {
  it('the order is accepted and paid once, by webhooks and returns together', async () => {
    const kept = await mustCheckout()
    await payInSilence(provider, kept.reference)
    await Promise.all([
      ...Array.from({ length: 4 }, () => postWebhook(provider, kept.reference)),
      ...Array.from({ length: 4 }, () => verify(provider, driver, kept.reference)),
    ])
    expect(await verify(provider, driver, kept.reference)).toMatchObject({
      status: 'success',
      data: { new_balance: WELCOME, payment: { state: 'succeeded', outcome: 'booked', reason: null } },
    })
    const paid = await read(kept.order.order_code)
    expect(paid).toMatchObject({ stage: 'accepted', paid: true, refunded: 0 })
    expect(paid.history.map(({ stage }) => stage)).toEqual(['pending', 'accepted'])
    expect(await creditsOf(provider, kept.reference)).toBe(1)
    const key = `order:${paid.order_id}`
    expect(await provider.deps.db.query('select kind from postings where key = $1', [key])).toEqual([{ kind: 'order' }])
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([4, WELCOME])
  })

  it('its receipt does not say that the wallet paid', async () => {
    const kept = await mustCheckout()
    await payInSilence(provider, kept.reference)
    await verify(provider, driver, kept.reference)
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    const number = (await read(kept.order.order_code)).receipt_number ?? ''
    const answer = await provider.request('GET', `/api/v1/receipts/${number}`, { token: await driver.token() })
    expect(await answer.json()).toMatchObject({ data: { kind: 'order', paid_with: 'gateway' } })
  })

  it('its cart is ordered: by the wallet or the gateway it is not ordered again', async () => {
    const changes = { cart_id: uuid7() }
    const { reference, order: kept } = await mustCheckout(cartOf(1, { changes }))
    await onPage(provider, reference, 'pay')
    for (const again of [await checkout(cartOf(1, { changes })), await order(provider, driver, cartOf(1, { changes }))])
      expect(await again.json()).toMatchObject({ code: 'cart_ordered', order_code: kept.order_code })
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([4, WELCOME])
  })

  it('what is cancelled or returned goes to the wallet, and from there back to the card', async () => {
    const first = await mustCheckout()
    await onPage(provider, first.reference, 'pay')
    expect((await cancel(first.order.order_code)).status).toBe(200)
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([5, WELCOME + TOTAL])
    const second = await mustCheckout(cartOf(2))
    await onPage(provider, second.reference, 'pay')
    for (const stage of ['processing', 'completed'] as const)
      expect((await operate(second.order.order_code, stage)).ok).toBe(true)
    const back = { code: second.order.order_code, pieces: new Map([[id, 1]]), nowMs: provider.clock.now() }
    expect((await provider.deps.db.transaction((tx) => returnGoods(tx, back))).ok).toBe(true)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 2 * TOTAL)
    const withdrawable = await provider.request('GET', '/api/v1/wallet/withdrawable?currency=CAD', {
      token: await driver.token(),
    })
    // Everything paid by card can be withdrawn: purchases use up the welcome credit first.
    expect(await withdrawable.json()).toMatchObject({ data: { withdrawable: 3 * TOTAL } })
  })
})

describe('when the payment does not succeed', () => {
  it.each(['fail', 'expire'])('goods and coupon are free again, and the cart may be ordered anew (%s)', async (how) => {
    const coupon = await issue(provider, { limit_in_all: 1, limit_per_user: 1 })
    const cart = cartOf(1, { total: 1_017, coupon, changes: { cart_id: uuid7() } })
    const { reference, order: kept } = await mustCheckout(cart)
    if (how === 'fail') await onPage(provider, reference, 'fail')
    else await afterTheHold()
    const reason = how === 'fail' ? 'payment_failed' : 'hold_expired'
    expect(await read(kept.order_code)).toMatchObject({ stage: 'cancelled', cancel_reason: reason, paid: false })
    expect([await stock(), await usesOf(coupon), await listed()]).toEqual([5, 0, []])
    const anew = await mustCheckout(cart)
    await onPage(provider, anew.reference, 'pay')
    expect([await stock(), await usesOf(coupon), await balanceOf(provider, driver)]).toEqual([4, 1, WELCOME])
  })

  it('a hold ends by itself while the gateway is silent, and is given back once by many jobs at once', async () => {
    await mustCheckout(cartOf(3))
    provider.clock.advance(16 * MINUTES)
    await Promise.all(Array.from({ length: 4 }, () => settleDuePayments(provider.deps)))
    expect(await stock()).toBe(5)
  })

  it('money that comes after the hold is in the wallet, once, and its driver is told', async () => {
    const { reference, order: kept } = await mustCheckout()
    await afterTheHold()
    await payInSilence(provider, reference)
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'success',
      message: 'Your payment arrived too late for the order. The full amount is in your wallet.',
      data: {
        new_balance: WELCOME + TOTAL,
        payment: { state: 'succeeded_late', outcome: 'credited', reason: 'closed' },
      },
    })
    await postWebhook(provider, reference)
    await backgroundSettled()
    expect(await creditsOf(provider, reference)).toBe(1)
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([5, WELCOME + TOTAL])
    expect(await read(kept.order_code)).toMatchObject({ stage: 'cancelled', paid: false })
    const mails = provider.mails.filter(({ to }) => to.startsWith(driver.userId))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`order ${kept.order_code}`)
  })

  it('money that comes late, while the goods are still kept, pays for them', async () => {
    const { reference, order: kept } = await mustCheckout()
    provider.clock.advance(16 * MINUTES)
    await payInSilence(provider, reference)
    await settleDuePayments(provider.deps)
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded_late', outcome: 'booked' })
    expect(await read(kept.order_code)).toMatchObject({ stage: 'accepted', paid: true })
    expect(await stock()).toBe(4)
  })

  it('of one cart that is paid twice, in two tabs, one payment buys it and the other is in the wallet', async () => {
    const changes = { cart_id: uuid7() }
    const [one, other] = [await mustCheckout(cartOf(1, { changes })), await mustCheckout(cartOf(1, { changes }))]
    await payInSilence(provider, one.reference)
    await payInSilence(provider, other.reference)
    await Promise.all([verify(provider, driver, one.reference), verify(provider, driver, other.reference)])
    expect(await getPayment(provider, driver, one.reference)).toMatchObject({ outcome: 'credited', reason: 'closed' })
    expect(await getPayment(provider, driver, other.reference)).toMatchObject({ outcome: 'booked' })
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([4, WELCOME + TOTAL])
    expect(await listed()).toHaveLength(1)
  })

  it('of one cart that is paid from the wallet while its driver is at the gateway, the late money is in the wallet', async () => {
    const changes = { cart_id: uuid7() }
    const { reference } = await mustCheckout(cartOf(1, { changes }))
    await payInSilence(provider, reference)
    await Promise.all([
      mustOrderCart(provider, driver, cartOf(1, { changes })),
      verify(provider, driver, reference),
    ]).catch(
      // The gateway was faster, so the cart is already ordered.
      (error: unknown) => expect(String(error)).toContain('cart_ordered'),
    )
    await verify(provider, driver, reference)
    expect(await stock()).toBe(4)
    expect(await listed()).toHaveLength(1)
    // Paid with the card's money, or from the wallet, which then received the card's money.
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
  })

  it('a wallet below zero is filled first: nothing is ordered', async () => {
    const { reference, order: kept } = await mustCheckout()
    const toppedUp = await payIn(provider, driver, 3_000)
    const dear = await sell(provider, { price_minor: 12_000, taxes: [] })
    await mustOrderCart(provider, driver, {
      lines: [{ product_id: dear, quantity: 1, price: 12_000 }],
      total: 12_000,
    })
    await onPage(provider, toppedUp, 'reverse')
    expect(await balanceOf(provider, driver)).toBe(-2_000)
    await expectRefusal(await checkout(cartOf()), 409, 'wallet_below_zero')
    await onPage(provider, reference, 'pay')
    expect(await getPayment(provider, driver, reference)).toMatchObject({
      outcome: 'credited',
      reason: 'wallet_below_zero',
    })
    expect(await read(kept.order_code)).toMatchObject({ stage: 'cancelled', paid: false })
    expect([await stock(), await balanceOf(provider, driver)]).toEqual([5, TOTAL - 2_000])
  })
})
