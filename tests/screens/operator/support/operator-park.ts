import type { OperatorParkWire } from '../../../../src/contract/operator-parks.ts'

/** Returns a car park as the provider sends it to its operator. */
export const operatorPark = (changes: Partial<OperatorParkWire> = {}): OperatorParkWire => ({
  ...{ id: 1, code: 'CAKQ2M7', slug: 'front-street-cakq2m7', name: 'Front Street', address: '12 Front Street' },
  ...{ city: 'Toronto', state: 'Ontario', country_code: 'CA', position: { lat: 43.6452, lng: -79.3806 } },
  ...{ timezone: 'America/Toronto', kind: 'lot', capacity: 40, accessible_spaces: 2, height_limit_m: null },
  ...{ covered: null, opening_hours: 'Mon-Fri 07:00-22:00', chargers: [], currency: 'CAD', priced: true, promised: 3 },
  ...{ refund_policy: 'usual', tax_registration: null, registered_taxes: [], demo_fields: [], revision: 0, ...changes },
})
