import * as v from 'valibot'
import { parseInstant } from '../domain/instant.ts'
import { toPlainText } from '../lib/plain-text.ts'

/** RFC 3339 instant on an existing day, `2026-11-21T14:30:00Z`; the format check alone would accept 31 February. */
export const instantText = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => parseInstant(text).ok),
)

/** An existing day, `2026-11-21`. */
export const dateText = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => parseInstant(`${text}T00:00:00Z`).ok),
)

export const currency = v.picklist(['NGN', 'XOF', 'USD', 'CAD'])

/** Integer in minor units of the accompanying currency. */
export const amount = v.pipe(v.number(), v.safeInteger())

export const countryCode = v.picklist(['NG', 'US', 'CA', 'SN'])

export const language = v.picklist(['en', 'fr'])

export const vehicleTypeId = v.pipe(v.number(), v.picklist([1, 2, 3, 4]))

export const uuid = v.pipe(v.string(), v.uuid())

/** Free text from a driver, cleaned for storage. */
export const plainText = v.pipe(v.string(), v.transform(toPlainText))

/** A list whose length is checked before its items: 100,000 invalid items would produce as many issues. */
export const listUpTo = <T extends v.GenericSchema>(item: T, maximum: number) =>
  v.pipe(v.array(v.unknown()), v.maxLength(maximum), v.array(item))

/** Ordinary form field; its maximum counts UTF-16 units. */
export const shortText = v.pipe(plainText, v.minLength(1), v.maxLength(120))

export const single = <T extends v.GenericSchema>(data: T) => v.object({ data })

export const listOf = <T extends v.GenericSchema>(item: T) =>
  v.object({ items: v.array(item), total: v.number(), page: v.number(), size: v.number(), pages: v.number() })

/** Query parameters of every list: page from 1, size 1 to 100. Values arrive as text. */
const pageNumber = (fallback: string, maximum: number) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d{1,6}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(maximum),
  )

export const pageQuery = { page: pageNumber('1', 100_000), size: pageNumber('10', 100) }

/** RFC 9457 problem document; `detail` is in the requested language and can be shown to users. */
export const problem = v.looseObject({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), code: v.string(), detail: v.string() }))),
})
export type Problem = v.InferOutput<typeof problem>

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly size: number
  readonly pages: number
}

/** For texts read offline, where the language may change later. */
export const bothLanguages = v.object({ en: v.string(), fr: v.string() })
