import * as v from 'valibot'
import { CONNECTORS } from '../domain/connectors.ts'
import { amount, instantText } from './common.ts'

const price = {
  /** Minor units of the car park's currency, taxes included. 0: free. Null: unknown. */
  price: v.nullable(amount),
  per: v.nullable(v.picklist(['kwh', 'hour'])),
}

export const chargerSchema = v.object({
  connector: v.picklist(CONNECTORS),
  power_kw: v.nullable(v.number()),
  count: v.number(),
  ...price,
  free: v.nullable(v.number()),
  free_at: v.nullable(instantText),
})

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

/** Highest price per kWh or hour, in minor units. */
export const CHARGER_PRICE_MAX = 100_000_000
export const CHARGERS_MAX = 500
export const CHARGER_KINDS_MAX = 20

/** As operators submit it. */
export const chargerBody = v.pipe(
  v.strictObject({
    connector: v.picklist(CONNECTORS),
    power_kw: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0.5), v.maxValue(1_000))), null),
    count: whole(1, CHARGERS_MAX),
    price: v.optional(v.nullable(whole(0, CHARGER_PRICE_MAX)), null),
    per: v.optional(v.nullable(v.picklist(['kwh', 'hour'])), null),
  }),
  v.check(({ price: amountMinor, per }) => (amountMinor === null) === (per === null), 'price and per: both or neither'),
)
export type ChargerBody = v.InferOutput<typeof chargerBody>
