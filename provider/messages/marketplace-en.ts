import type { Messages } from './shapes.ts'

/** Refusals of the marketplace. */
export const marketplaceEn = {
  product_not_found: { title: 'No longer sold', detail: 'This isn’t sold any more.' },
  product_sold_out: { title: 'Sold out', detail: 'There aren’t enough of these left. Nothing was charged.' },
  order_limit: {
    title: 'Too many in one order',
    detail: 'You can’t order that many of these at once.',
    detailWithFacts: 'At most {limit} of these per order.',
  },
  cart_other_country: {
    title: 'Another country',
    detail: 'Something in this cart is sold in another country. Nothing was charged.',
  },
  cart_changed: {
    title: 'Prices have changed',
    detail: 'Prices in your cart have changed. Nothing was charged.',
    detailWithFacts: 'Prices in your cart have changed: it’s {total} now. Nothing was charged.',
  },
  cart_ordered: { title: 'Already ordered', detail: 'This cart has already been ordered. Nothing more was charged.' },
  order_not_found: { title: 'Order not found', detail: 'This order could not be found.' },
  order_stage: { title: 'Not possible any more', detail: 'This order can’t be changed like this any more.' },
  coupon_not_found: { title: 'No such coupon', detail: 'This coupon doesn’t exist here.' },
  coupon_stacked: { title: 'One coupon only', detail: 'Only one coupon can be used at a time.' },
  coupon_expired: { title: 'Coupon not valid', detail: 'This coupon isn’t valid today.' },
  coupon_used_up: { title: 'Coupon used up', detail: 'This coupon has been used up.' },
  coupon_used: { title: 'Coupon already used', detail: 'You’ve already used this coupon.' },
  coupon_wallet_only: { title: 'Wallet only', detail: 'A coupon can only be used when you pay from your wallet.' },
  coupon_account_only: { title: 'Account needed', detail: 'You need an account to use a coupon.' },
  coupon_not_applicable: { title: 'Coupon not for this', detail: 'This coupon can’t be used here.' },
  coupon_minimum: {
    title: 'Order more',
    detail: 'The price doesn’t reach this coupon’s minimum.',
    detailWithFacts: 'This coupon needs a price of at least {minimum}.',
  },
  coupon_over_subtotal: {
    title: 'Discount too large',
    detail: 'The discount amount does not over the subtotal amount',
  },
  coupon_over_hundred: { title: 'Discount too large', detail: 'Discount less then or equal to 100' },
  orders_open: {
    title: 'Orders in progress',
    detail: 'You still have orders in progress. Cancel them or wait until they’re completed.',
  },
} satisfies Partial<Messages['problems']>
