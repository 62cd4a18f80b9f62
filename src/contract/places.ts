import * as v from 'valibot'
import { amount, countryCode, currency, single } from './common.ts'

export const countrySchema = v.object({
  id: v.number(),
  name: v.string(),
  code: countryCode,
  flag: v.string(),
  currency,
})
export type CountryWire = v.InferOutput<typeof countrySchema>
export const countryAll = single(v.array(countrySchema))

export const stateSchema = v.object({ id: v.number(), name: v.string(), country_id: v.number() })
export type StateWire = v.InferOutput<typeof stateSchema>
export const stateAll = single(v.array(stateSchema))

export const countryIdQuery = v.object({
  country_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)), '1'),
})

/** `kind: percent` is in basis points. */
export const feeSchema = v.object({
  code: v.string(),
  name: v.string(),
  kind: v.picklist(['flat', 'percent']),
  value: amount,
  currency,
  taxed: v.boolean(),
})
export type FeeWire = v.InferOutput<typeof feeSchema>
export const feeAll = single(v.array(feeSchema))

/** All fields except `ip` are null when the provider cannot locate the address. */
export const geoSchema = v.object({
  ip: v.nullable(v.string()),
  country_code: v.nullable(v.string()),
  country: v.nullable(v.string()),
  city: v.nullable(v.string()),
  region: v.nullable(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  timezone: v.nullable(v.string()),
  /**
   * Public geolocation services that the operator allows phones to ask, in order, when the provider does not know the
   * country.
   */
  services: v.optional(v.array(v.string())),
})
export type Geo = v.InferOutput<typeof geoSchema>
