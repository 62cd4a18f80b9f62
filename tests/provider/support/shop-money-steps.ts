import { uuid7 } from '../../../src/lib/uuid7.ts'
import { LATER } from '../../../provider/gateways/sandbox-page.ts'
import { checkDueBacks } from '../../../provider/services/payments-back.ts'
import { settleDuePayments } from '../../../provider/services/payments-verify.ts'
import { payWithdrawals } from '../../../provider/services/refunds.ts'
import { settleReferrals } from '../../../provider/services/settle-referrals.ts'
import { goBackAtGateway } from './play-back.ts'
import { askAtPrice, couponOf, dataOf, onSome, plateOf, send, type Shopper, type ShopStep } from './shopper.ts'
import { bookingBody } from './test-driver.ts'
import { PRICE } from './test-marketplace.ts'
import { payInSilence, postTopUp, postVerify, postWebhook } from './test-payments.ts'
import { postEntry } from './test-referrals.ts'

const referencesOf = ({ references }: Shopper): readonly string[] => references

interface Started {
  readonly reference: string
}

async function keepReference({ references }: Shopper, answer: Response): Promise<void> {
  const started = await dataOf<Started>(answer)
  if (started !== undefined) references.push(started.reference)
}

const topUp: ShopStep = async (shopper) =>
  keepReference(
    shopper,
    await postTopUp(shopper.town.provider, shopper.driver, { amount: 500 + 100 * shopper.random.int(60) }),
  )

const bookAtGateway: ShopStep = async (shopper) => {
  const { town, random } = shopper
  const stay = { parkId: town.parkId, fromMinutes: 60 * (1 + random.int(60)), minutes: 30 * (1 + random.int(12)) }
  const body = bookingBody(town.provider, { ...stay, changes: { plate: plateOf(shopper), payment_method: 'gateway' } })
  const ask = (price: object) => send(shopper, 'POST /bookings', { ...body, ...price })
  await keepReference(shopper, await askAtPrice(ask, {}))
}

const orderAtGateway: ShopStep = async (shopper) => {
  const { town, random } = shopper
  const code = couponOf(shopper, 'goods')
  const body = {
    ...{ cart_id: uuid7(), country_code: 'CA', quoted_total: 0, payment_method: 'gateway' },
    lines: [{ product_id: random.pick(town.goods), price: PRICE, quantity: 1 + random.int(3) }],
    ...(code === undefined ? {} : { coupon_code: code }),
  }
  const answer = await askAtPrice((price) => send(shopper, 'POST /orders', { ...body, ...price }), {})
  await keepReference(shopper, answer)
}

/** Money goes back at the gateway or returns; its event arrives once, twice or never. */
const goBack = onSome(referencesOf, ({ town, random }, reference) =>
  goBackAtGateway(town.provider, { reference, later: random.pick(LATER), told: random.int(3) }),
)

/** The gateway takes the money; the provider receives the webhook once, twice or not yet. */
const pay = onSome(referencesOf, async ({ town, random }, reference) => {
  await payInSilence(town.provider, reference)
  for (let told = random.int(3); told > 0; told -= 1) await postWebhook(town.provider, reference)
})

const withdraw: ShopStep = async (shopper) => {
  const asked = await dataOf<{ readonly withdrawable: number }>(
    await send(shopper, 'GET /wallet/withdrawable?currency=CAD'),
  )
  const amount = Math.ceil((asked?.withdrawable ?? 0) * shopper.random.next())
  if (amount > 0) await dataOf(await send(shopper, 'POST /wallet/withdrawals', { amount, currency: 'CAD' }))
}

/** Enters a referral code: another driver's, or occasionally the driver's own. */
const enterReferral: ShopStep = async ({ town, driver, random }) =>
  dataOf(await postEntry(town.provider, driver, { code: random.pick(town.referralCodes) }))

/**
 * Money that comes in and goes back at a gateway, gateway payments, withdrawals and referrals, with the jobs that
 * follow them.
 */
export const SHOP_MONEY_STEPS: readonly ShopStep[] = [
  topUp,
  topUp,
  bookAtGateway,
  orderAtGateway,
  orderAtGateway,
  pay,
  pay,
  pay,
  onSome(referencesOf, async ({ town, driver }, reference) =>
    dataOf(await postVerify(town.provider, driver, { payment_reference: reference })),
  ),
  goBack,
  goBack,
  withdraw,
  enterReferral,
  enterReferral,
  ({ town }) => settleReferrals(town.provider.deps),
  ({ town }) => settleDuePayments(town.provider.deps),
  ({ town }) => checkDueBacks(town.provider.deps),
  ({ town }) => payWithdrawals(town.provider.deps),
]
