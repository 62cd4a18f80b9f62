/** Example answers about a car park's prices in the API's description; tests check each against its schema. */
import type { ParkTariffWire, PlannedTariff, TariffRules } from '../../../src/contract/operator-tariffs.ts'

const park = { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' }

const RULES: TariffRules = {
  unit_minutes: 30,
  windows: [
    {
      ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute: 0, to_minute: 1440 },
      price: { kind: 'unit', tiers: [{ from_unit: 1, unit_price: 300 }] },
    },
  ],
  caps: [{ kind: 'day', amount: 1800, starts_at_minute: 0 }],
  packages: [],
  free_first_minutes: 10,
  minimum_stay_minutes: 0,
  maximum_stay_minutes: null,
  reentry_minutes: 0,
  vehicle_percent: {},
}

export const PARK_TARIFF_EXAMPLE: { readonly data: ParkTariffWire } = {
  data: {
    park,
    currency: 'CAD',
    opening_hours: '24/7',
    tariff: { ...RULES, version: '3f9a0c6b81de', currency: 'CAD', events: [], fees: [], demo: false },
    taxes: [
      {
        ...{ code: 'hst', name: 'HST', kind: 'percent', value: 13_000 },
        ...{ compound: false, included: true, from: null, to: null },
      },
    ],
  },
}

export const PLANNED_TARIFF_EXAMPLE: { readonly data: PlannedTariff } = {
  data: {
    ...{ id: 4, park, currency: 'CAD', state: 'planned' },
    ...{ starts_at: '2026-12-01T05:00:00Z', created_at: '2026-11-25T09:00:00Z' },
    ...{ published_at: null, withdrawn_at: null, rules: RULES },
  },
}
