import type { Subscription } from '../../../src/contract/plans.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'

const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** A running plan in Canada, C$9.00 a month for 10% off, in the middle of its month. */
export const subscriptionOf = (changes: Partial<Subscription> = {}): Subscription => ({
  subscription_id: '01890a5d-ac96-774b-bcce-b302099a0fff',
  plan_id: 1,
  country_code: 'CA',
  currency: 'CAD',
  names: { en: 'Regular', fr: 'Régulier' },
  price: 900,
  percent: 10,
  maximum: 100_000,
  parks: null,
  taxes: [],
  state: 'running',
  pay_by: 'wallet',
  started_at: at(-15),
  period_start: at(-15),
  period_end: at(15),
  cancelled: false,
  end_reason: null,
  next: null,
  receipt_number: null,
  demo: false,
  version: 1,
  updated_at: at(-15),
  ...changes,
})
