/** Products that operators sell in the marketplace, managed from the command line and through the API. */
import type { OperatorProductBody, ProductChangeBody } from '../../src/contract/operator-shop.ts'
import { hoursToWire } from '../../src/contract/tariff-mapping.ts'
import { isPassKind, PASS_KINDS } from '../../src/domain/monthly-pass.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { parseOpeningHours } from '../../src/domain/opening-hours.ts'
import type { DailyWindow } from '../../src/domain/tariff-types.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import {
  changeProduct,
  findAnyProduct,
  insertProduct,
  lockProducts,
  type ProductRow,
} from '../repositories/products.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { findCurrencyTrouble, findNamedParks, NOT_YOURS, type Offer } from './named-parks.ts'

/** A pass's hours are encoded in steps of five minutes. */
const isInSteps = ({ fromMinute, toMinute }: DailyWindow): boolean => fromMinute % 5 === 0 && toMinute % 5 === 0

/** Null when the product is not a pass. */
function toPass({ kind, park, stock, pass }: OperatorProductBody): Result<ProductRow['pass'], Objection> {
  if (!isPassKind(kind)) {
    return pass === undefined ? ok(null) : err(objectTo('pass', `pass is for ${PASS_KINDS.join(' and ')}.`))
  }
  const words = `A ${kind} names its car park and a pass with at_once, and has no stock.`
  if (pass === undefined) return err(objectTo('pass', words, 'required'))
  if (park === null) return err(objectTo('park', words, 'required'))
  if (stock !== null) return err(objectTo('stock', words))
  const hours = pass.hours === null ? [] : parseOpeningHours(pass.hours)
  if (hours === null || !hours.every(isInSteps)) {
    return err(objectTo('pass.hours', `Not hours as in "Mon-Fri 06:00-20:00": ${pass.hours ?? ''}`))
  }
  return ok({ ...pass, hours: hoursToWire(hours) })
}

async function findPark(
  tx: Queryable,
  { body, within }: Offer<OperatorProductBody>,
): Promise<Result<number | null, Objection>> {
  const { country_code: country, park } = body
  if (park === null) return within === null ? ok(null) : err(NOT_YOURS)
  const found = await findNamedParks(tx, { country, codes: [park], within, field: 'park' })
  return found.ok ? ok(found.value[0]?.id ?? null) : found
}

export async function addProduct(
  tx: Queryable,
  offer: Offer<OperatorProductBody>,
): Promise<Result<ProductRow, Objection>> {
  const { body, nowMs } = offer
  const pass = toPass(body)
  if (!pass.ok) return pass
  const trouble = findCurrencyTrouble(body.country_code, body.currency)
  if (trouble !== undefined) return err(trouble)
  const park = await findPark(tx, offer)
  if (!park.ok) return park
  const { country_code, kind, names, details, currency, taxes, stock } = body
  const id = await insertProduct(tx, {
    ...{ country_code, kind, names, details, currency, taxes, stock },
    ...{ price_minor: body.price, order_limit: body.limit, park_id: park.value, pass: pass.value },
    ...{ demo: false, updated_at: toInstant(nowMs) },
  })
  return ok(must(await findAnyProduct(tx, id), 'inserted product'))
}

export interface ProductWish {
  readonly productId: number
  readonly change: ProductChangeBody
  readonly within: Within
  readonly nowMs: number
}

/**
 * Changes a product; existing orders keep their prices. Another organisation's product is refused as if it did not
 * exist.
 */
export async function alterProduct(tx: Queryable, wish: ProductWish): Promise<Result<ProductRow, Objection>> {
  const { productId, change, within, nowMs } = wish
  const [known] = await lockProducts(tx, [productId])
  if (known === undefined || !isWithin(within, [known.park_id])) {
    return err({ code: 'product_not_found', words: 'No product has this number.' })
  }
  if (change.currency !== undefined) {
    const trouble = findCurrencyTrouble(known.country_code, change.currency)
    if (trouble !== undefined) return err(trouble)
  }
  if (change.stock !== undefined && known.pass !== null) return err(objectTo('stock', 'A pass has no stock.'))
  const { price, stock, active } = change
  const changed = await changeProduct(tx, {
    ...{ productId, nowMs },
    ...(price === undefined ? {} : { priceMinor: price }),
    ...(stock === undefined ? {} : { stock }),
    ...(active === undefined ? {} : { active }),
  })
  return ok(must(changed, 'changed product'))
}
