/**
 * The part of APDS 4.0 (Alliance for Parking Data Standards, the ISO 5206 family) that Baywise reads and writes:
 * https://github.com/parking-data-standards/apds-sandbox/blob/main/apiv4/apds4.yaml
 */
import * as v from 'valibot'

/** The same text in one or more languages. */
const words = v.pipe(v.array(v.object({ language: v.string(), string: v.string() })), v.minLength(1))
const reference = v.object({ id: v.string() })

export const placeShape = v.object({
  id: v.string(),
  name: words,
  placeStreetAddress: v.optional(
    v.object({
      countryCode: v.optional(v.string()),
      city: v.optional(words),
      addressLines: v.optional(
        v.array(v.object({ order: v.number(), type: v.optional(v.string()), text: words })),
        () => [],
      ),
    }),
  ),
  indicativePlacePointLocation: v.optional(v.array(v.object({ coordinates: v.tuple([v.number(), v.number()]) }))),
  characteristics: v.optional(
    v.object({
      spacesTotal: v.optional(v.number()),
      evChargingPoints: v.optional(v.number()),
      structureType: v.optional(v.string()),
    }),
  ),
  /** Our extension: fields of an import line that the standard lacks. */
  baywise: v.optional(v.record(v.string(), v.unknown())),
})
export type ApdsPlace = v.InferOutput<typeof placeShape>

const time = v.pipe(v.string(), v.regex(/^(?:[01]?\d|2[0-3]):[0-5]\d$/))

export const rateTableShape = v.object({
  id: v.string(),
  rateLineCollections: v.array(
    v.object({
      applicableCurrency: v.string(),
      resetTime: v.optional(time),
      maxValueCollection: v.optional(v.object({ currencyValue: v.number() })),
      rateLines: v.pipe(
        v.array(
          v.object({
            sequence: v.number(),
            rateLineType: v.string(),
            value: v.number(),
            durationStart: v.optional(v.string()),
            incrementPeriod: v.optional(v.string()),
          }),
        ),
        v.minLength(1),
      ),
    }),
  ),
  validity: v.optional(
    v.object({
      validityTimeSpecification: v.optional(
        v.object({
          validPeriods: v.optional(
            v.array(
              v.object({
                recurringDayWeekMonthPeriod: v.optional(
                  v.array(v.object({ applicableDay: v.optional(v.array(v.string())) })),
                ),
                recurringTimePeriodOfDay: v.optional(
                  v.array(v.object({ startTimeOfPeriod: time, endTimeOfPeriod: time })),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
})
export type ApdsRateTable = v.InferOutput<typeof rateTableShape>

export const rightShape = v.object({
  hierarchyElements: v.array(reference),
  rateEligibility: v.optional(v.array(v.object({ rateTable: v.optional(reference) })), () => []),
})

const listOf = v.object({ data: v.array(v.unknown()) })
/** The answers of `/places`, `/rates` and `/rights/specs` in one file; `/places` alone is enough. */
export const documentShape = v.union([
  v.object({ places: listOf, rates: v.optional(listOf), rightSpecifications: v.optional(listOf) }),
  v.pipe(
    listOf,
    v.transform((places) => ({ places, rates: undefined, rightSpecifications: undefined })),
  ),
])
