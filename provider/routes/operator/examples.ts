/** Example answers in the API's description; tests check each against its schema. */
import type { ParkingEvent } from '../../../src/contract/events.ts'
import type { Invitation, Member } from '../../../src/contract/console.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import type { OperatorGift, OperatorPlan, ReferralTerms } from '../../../src/contract/operator-plans.ts'
import type { OperatorCoupon, OperatorProduct } from '../../../src/contract/operator-shop.ts'
import type { DocumentFeesWire } from '../../../src/contract/documents-page.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { Renewal } from '../../../src/contract/vehicle-documents.ts'

interface Example<Data> {
  readonly data: Data
}

const park = { code: 'CAKQ2M7', slug: 'front-street-toronto-cakq2m7', name: 'Front Street' }
const AT = '2026-11-25T09:00:00Z'

export const KEY_EXAMPLE: Example<OperatorKeyWire> = {
  data: {
    key_id: '7QM4T2PK9D',
    name: 'Front Street office',
    organisation: null,
    role: null,
    scopes: ['events', 'shop', 'orders'],
    parks: [{ id: 12, code: park.code, name: park.name }],
    created_at: AT,
    expires_at: '2027-11-25T09:00:00Z',
  },
}

const theirs = {
  email: 'manager@example.com',
  role: 'manager' as const,
  parks: [{ id: 12, code: park.code, name: park.name }],
}
export const MEMBER_EXAMPLE: Example<Member> = {
  data: {
    ...{ member_id: '4KQ7M2T9PD', name: 'Awa Diop', ...theirs },
    ...{ since: AT, last_used_at: AT, is_you: false },
  },
}

export const INVITATION_EXAMPLE: Example<Invitation> = {
  data: {
    invitation_id: '019ab0f3-8f31-7d00-8000-0123456789ab',
    ...theirs,
    ...{ created_at: AT, expires_at: '2026-12-02T09:00:00Z' },
  },
}

export const EVENT_EXAMPLE: Example<ParkingEvent> = {
  data: {
    code: 'EVQ7M2KX',
    name: 'Winter Night Market',
    venue: 'Rogers Centre',
    city: 'Toronto',
    timezone: 'America/Toronto',
    status: 'scheduled',
    starts_at: '2026-12-05T23:00:00Z',
    ends_at: '2026-12-06T03:00:00Z',
    former_start: null,
    parking_from: '2026-12-05T22:00:00Z',
    parking_until: '2026-12-06T04:00:00Z',
    country_code: 'CA',
    lat: 43.641389,
    lng: -79.39,
    is_private: false,
    demo: false,
    version: 1,
    updated_at: AT,
  },
}

export const PRODUCT_EXAMPLE: Example<OperatorProduct> = {
  data: {
    id: 12,
    kind: 'monthly_pass',
    names: { en: 'Weekday pass', fr: 'Abonnement semaine' },
    details: { en: 'For working days', fr: 'Pour les jours ouvrés' },
    country_code: 'CA',
    park,
    price: 16_500,
    currency: 'CAD',
    taxes: [],
    stock: null,
    limit: 1,
    pass: {
      park_id: 12,
      timezone: 'America/Toronto',
      hours: [{ days: [1, 2, 3, 4, 5], from_minute: 360, to_minute: 1_200 }],
      vehicle_types: [1, 2],
      at_once: 40,
    },
    demo: false,
    version: 1,
    updated_at: AT,
    active: true,
  },
}

export const COUPON_EXAMPLE: Example<OperatorCoupon> = {
  data: {
    code: 'BAY10',
    country_code: 'NG',
    discount_type: 'percentage',
    discount: 10,
    minimum_order: 500_000,
    maximum_discount: 200_000,
    limit_per_user: 1,
    kinds: null,
    parks: null,
    start_date: '2026-11-24T00:00:00Z',
    end_date: '2027-01-01T00:00:00Z',
    demo: false,
    limit_in_all: 500,
    used: 0,
    active: true,
  },
}

export const PLAN_EXAMPLE: Example<OperatorPlan> = {
  data: {
    id: 3,
    country_code: 'CA',
    names: { en: 'Regular', fr: 'Régulier' },
    details: { en: 'For two or three stays a week', fr: 'Pour deux ou trois stationnements par semaine' },
    price: 900,
    currency: 'CAD',
    taxes: [],
    percent: 10,
    maximum: null,
    parks: null,
    demo: false,
    updated_at: AT,
    active: true,
  },
}

export const ORDER_EXAMPLE: Example<Order> = {
  data: {
    order_id: '019ab0f3-5c1e-7d00-8000-0123456789ab',
    order_code: 'ORK7QM4T2P',
    cart_id: '019ab0f3-4b2d-7d00-8000-0123456789ab',
    paid: true,
    stage: 'accepted',
    country_code: 'CA',
    currency: 'CAD',
    lines: [
      {
        product_id: 14,
        kind: 'car_wash',
        names: { en: 'Full car wash', fr: 'Lavage complet' },
        park,
        price: 2_500,
        quantity: 1,
        goods: 2_500,
        discount: 0,
        tax: 325,
        total: 2_825,
        returned: 0,
        refunded: 0,
      },
    ],
    coupon_code: null,
    goods: 2_500,
    discount: 0,
    taxes: [{ code: 'hst', name: 'HST', included: false, amount: 325 }],
    total: 2_825,
    refunded: 0,
    cancel_reason: null,
    history: [
      { stage: 'pending', at: '2026-11-25T08:50:00Z' },
      { stage: 'accepted', at: AT },
    ],
    receipt_number: 'CA-000123',
    demo: false,
    version: 2,
    created_at: '2026-11-25T08:50:00Z',
    updated_at: AT,
  },
}

const FEES: DocumentFeesWire = {
  country_code: 'NG',
  currency: 'NGN',
  fees: { licence: 625_000, roadworthiness: 415_000, insurance: 500_000, hackney: 350_000 },
  service: 150_000,
  vat: 7_500,
  days: { checked: 1, at_office: 2, done: 22 },
  demo: false,
}
export const FEES_EXAMPLE: Example<DocumentFeesWire> = { data: FEES }

export const RENEWAL_EXAMPLE: Example<Renewal> = {
  data: {
    renewal_id: '019ab0f3-6d2f-7d00-8000-0123456789ab',
    code: 'VD-K7QM4T2P',
    draft_id: '019ab0f3-6d2f-7d01-8000-0123456789ab',
    vehicle_id: '019ab0f3-6d2f-7d02-8000-0123456789ab',
    plate: 'ABC-123DE',
    country_code: 'NG',
    currency: 'NGN',
    lines: [{ kind: 'licence', amount: FEES.fees.licence }],
    service: FEES.service,
    vat: 10_465,
    total: FEES.fees.licence + FEES.service,
    refunded: 0,
    stage: 'checked',
    reason: null,
    history: [
      { stage: 'received', at: '2026-11-25T08:50:00Z' },
      { stage: 'checked', at: AT },
    ],
    days: FEES.days,
    receipt_number: 'NG-000045',
    demo: false,
    version: 2,
    created_at: '2026-11-25T08:50:00Z',
  },
}

export const TERMS_EXAMPLE: Example<ReferralTerms> = {
  data: {
    country_code: 'CA',
    currency: 'CAD',
    referrer: 500,
    referred: 500,
    minimum: 300,
    limit: 5,
    active: true,
    valid_from: AT,
    demo: false,
  },
}

export const GIFT_EXAMPLE: Example<OperatorGift> = {
  data: {
    gift_id: '019ab0f3-7e30-7d00-8000-0123456789ab',
    amount: 2_500,
    currency: 'CAD',
    state: 'cancelled',
    created_at: '2026-11-20T10:00:00Z',
    settled_at: AT,
    version: 2,
  },
}
