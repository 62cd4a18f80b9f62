/** Example answers about places in the API's description; tests check each against its schema. */
import type { OperatorReviewWire } from '../../../src/contract/operator-reviews.ts'
import type { SpaceRequestWire } from '../../../src/contract/operator-requests.ts'

export const REVIEW_EXAMPLE: { readonly data: OperatorReviewWire } = {
  data: {
    ...{ review_id: '019ab0f3-7e30-7d00-8000-0123456789ac', park_code: 'CAKQ2M7', stars: 4 },
    ...{ text: 'Easy to find, tight ramps.', answer: 'Thank you. The upper level has wider ramps.', hidden: null },
    ...{
      changed: false,
      reports: [],
      objection: null,
      created_at: '2026-11-25T09:00:00Z',
      updated_at: '2026-11-25T09:00:00Z',
    },
  },
}

export const REQUEST_EXAMPLE: { readonly data: SpaceRequestWire } = {
  data: {
    request_id: '019ab0f3-7e30-7d00-8000-0123456789ab',
    topic: 'charger',
    status: 'approved',
    name: 'Awa Ndiaye',
    email: 'awa@example.com',
    text: 'Behind the house, the gate is open from 7:00.',
    offer: {
      ...{ country_code: 'CA', address: '12 Front Street', city: 'Toronto', lat: 43.6452, lng: -79.3806 },
      ...{ spaces: 1, hourly: 300 },
      charger: { connector: 'type1', power_kw: 7.4, count: 1, price: 30, per: 'kwh' },
    },
    reason: null,
    park_code: 'CAKQ2M7',
    created_at: '2026-11-25T09:00:00Z',
    decided_at: '2026-11-25T10:00:00Z',
  },
}
