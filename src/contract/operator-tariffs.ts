/** Operator endpoints: a car park's current and planned tariffs. */
import * as v from 'valibot'
import { amount, currency, instantText, listOf, single } from './common.ts'
import { operatorTime, wholeFrom } from './operator.ts'
import { tariffSchema, taxSchema } from './tariff.ts'

/** Keeps the longest stay at the highest price within safe integers of minor units. */
const MAX_AMOUNT = 1_000_000_000
/** Negative amounts pass here; the tariff check rejects them with an example stay. */
const ruleAmount = v.pipe(amount, v.minValue(-MAX_AMOUNT), v.maxValue(MAX_AMOUNT))
const DAY_MINUTES = 1_440
const MAX_STAY_MINUTES = 220 * DAY_MINUTES
const MAX_PERCENT = 1_000

const days = v.pipe(v.array(v.picklist([0, 1, 2, 3, 4, 5, 6])), v.minLength(1), v.maxLength(7))
const dailyWindow = { days, from_minute: wholeFrom(0, DAY_MINUTES - 1), to_minute: wholeFrom(0, DAY_MINUTES) }
const window = v.strictObject(dailyWindow)

const windowPrice = v.variant('kind', [
  v.strictObject({
    kind: v.literal('unit'),
    tiers: v.pipe(
      v.array(v.strictObject({ from_unit: wholeFrom(0, 10_000), unit_price: ruleAmount })),
      v.maxLength(20),
    ),
    maximum: v.exactOptional(ruleAmount),
  }),
  v.strictObject({ kind: v.literal('flat'), amount: ruleAmount }),
  v.strictObject({ kind: v.literal('free') }),
])

const cap = v.variant('kind', [
  v.strictObject({
    ...{ kind: v.literal('day'), amount: ruleAmount, starts_at_minute: wholeFrom(0, DAY_MINUTES - 1) },
    days: v.exactOptional(days),
  }),
  v.strictObject({ kind: v.literal('rolling'), amount: ruleAmount, hours: wholeFrom(1, 24 * 31) }),
])

const ratePackage = v.variant('kind', [
  v.strictObject({ kind: v.literal('early_bird'), amount: ruleAmount, entry: window, exit: window }),
  v.strictObject({
    ...{ kind: v.literal('night'), amount: ruleAmount, entry: window },
    exit_by_minute: wholeFrom(0, DAY_MINUTES),
  }),
  v.strictObject({ kind: v.literal('evening'), amount: ruleAmount, window }),
  v.strictObject({ kind: v.literal('weekend'), amount: ruleAmount, window }),
  v.strictObject({ kind: v.literal('monthly'), amount: ruleAmount, days: wholeFrom(1, 220) }),
])

const percent = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(-MAX_PERCENT), v.maxValue(MAX_PERCENT)))

const MAX_RULES = 40
/** The parts of a tariff that an operator sets. Fees, events and closures are separate; taxes are the country's. */
export const tariffRules = v.strictObject({
  unit_minutes: wholeFrom(1, DAY_MINUTES),
  windows: v.pipe(v.array(v.strictObject({ ...dailyWindow, price: windowPrice })), v.maxLength(MAX_RULES)),
  caps: v.pipe(v.array(cap), v.maxLength(MAX_RULES)),
  packages: v.pipe(v.array(ratePackage), v.maxLength(MAX_RULES)),
  free_first_minutes: wholeFrom(0, DAY_MINUTES),
  minimum_stay_minutes: wholeFrom(0, MAX_STAY_MINUTES),
  maximum_stay_minutes: v.nullable(wholeFrom(1, MAX_STAY_MINUTES)),
  reentry_minutes: wholeFrom(0, DAY_MINUTES),
  vehicle_percent: v.strictObject({ 1: percent, 2: percent, 3: percent, 4: percent }),
})
export type TariffRules = v.InferOutput<typeof tariffRules>

export const tariffPlanBody = v.pipe(
  v.strictObject({
    /** Default: now. */
    starts_at: v.exactOptional(operatorTime),
    /** The country's currency. */
    currency,
    rules: tariffRules,
  }),
  v.examples([
    {
      starts_at: '2026-12-01T00:00:00-05:00',
      currency: 'CAD',
      rules: {
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
      },
    },
  ]),
)
export type TariffPlanBody = v.InferOutput<typeof tariffPlanBody>

const park = v.object({ code: v.string(), name: v.string(), timezone: v.string() })

/** A car park's current tariff. */
export const parkTariffSchema = v.object({
  park,
  currency,
  /** As written by the source or the operator; every opening hour needs a price. */
  opening_hours: v.nullable(v.string()),
  tariff: tariffSchema,
  /** The country's taxes, in order of application. */
  taxes: v.array(taxSchema),
})
export type ParkTariffWire = v.InferOutput<typeof parkTariffSchema>
export const parkTariffSingle = single(parkTariffSchema)

/** A tariff set by an operator. */
export const plannedTariffSchema = v.object({
  id: v.number(),
  park,
  currency,
  starts_at: instantText,
  /** `replaced`: by a later tariff. */
  state: v.picklist(['planned', 'in_force', 'replaced', 'withdrawn']),
  created_at: instantText,
  published_at: v.nullable(instantText),
  withdrawn_at: v.nullable(instantText),
  rules: tariffRules,
})
export type PlannedTariff = v.InferOutput<typeof plannedTariffSchema>
export const plannedTariffSingle = single(plannedTariffSchema)
export const plannedTariffList = listOf(plannedTariffSchema)
