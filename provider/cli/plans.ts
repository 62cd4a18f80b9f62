import * as v from 'valibot'
import { bothLanguages, countryCode } from '../../src/contract/common.ts'
import { taxSchema } from '../../src/contract/tariff.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { parseMinor, toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { changePlan, insertPlan, listAllPlans, type PlanRow } from '../repositories/plans.ts'
import type { Printed } from './attendants.ts'
import { findParksIn, readJson } from './marketplace.ts'

const USAGE = `plans list
plans add FILE.json         sell a new one; the format is in docs/plans.md
plans price ID AMOUNT       a month, in units of its currency, from the next period that its drivers are told of
plans end ID                sell it no more; who has it keeps it until the paid month ends`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })

const planFile = v.strictObject({
  country_code: countryCode,
  names: bothLanguages,
  details: bothLanguages,
  price: v.string(),
  /** All of them inside the price. */
  taxes: v.array(v.object({ ...taxSchema.entries, included: v.literal(true) })),
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  maximum: v.optional(v.nullable(v.string()), null),
  /** Codes of car parks; null: everywhere in its country. */
  parks: v.optional(v.nullable(v.pipe(v.array(v.string()), v.minLength(1))), null),
})

type Amounts = Pick<PlanRow, 'price_minor' | 'maximum_minor' | 'currency'>

function amountsOf({ country_code: country, price, maximum }: v.InferOutput<typeof planFile>): Result<Amounts, string> {
  const { currency } = getCountry(country)
  const amount = parseMinor(price, currency)
  if (!amount.ok || amount.value === 0) return err(`Not an amount in ${currency}: ${price}`)
  if (maximum === null) return ok({ currency, price_minor: amount.value, maximum_minor: null })
  const most = parseMinor(maximum, currency)
  if (!most.ok || most.value === 0) return err(`Not an amount in ${currency}: ${maximum}`)
  return ok({ currency, price_minor: amount.value, maximum_minor: most.value })
}

async function addPlan(db: Database, file: string): Promise<Printed> {
  const read = await readJson(file, planFile)
  if (!read.ok) return refused(read.error)
  const { names, details, taxes, percent, country_code: country } = read.value
  const amounts = amountsOf(read.value)
  if (!amounts.ok) return refused(amounts.error)
  const parks = await findParksIn(db, country, read.value.parks)
  if (!parks.ok) return refused(parks.error)
  const id = await insertPlan(db, {
    ...{ names, details, taxes, percent, country_code: country, ...amounts.value, parks: parks.value },
    ...{ demo: false, updated_at: toInstant(systemClock.now()) },
  })
  return said(`Plan ${String(id)} is sold in ${country}.`)
}

const planLine = (row: PlanRow): string =>
  [
    String(row.plan_id),
    row.country_code,
    `${toDecimal(toMoney(row.price_minor, row.currency))} ${row.currency} a month`,
    `${String(row.percent)} %`,
    row.maximum_minor === null
      ? 'no limit a stay'
      : `at most ${toDecimal(toMoney(row.maximum_minor, row.currency))} a stay`,
    row.parks === null ? 'everywhere' : `${String(row.parks.length)} car parks`,
    row.active ? 'sold' : 'ended',
    row.names.en,
  ].join('  ')

/** `words` begins behind `plans`. */
export async function runPlans(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return said(...(await listAllPlans(db)).map(planLine))
  if (verb === 'add' && first !== '') return addPlan(db, first)
  const known = /^\d{1,9}$/.test(first)
    ? (await listAllPlans(db)).find(({ plan_id: id }) => id === Number(first))
    : undefined
  if (verb !== 'price' && verb !== 'end') return { lines: [USAGE], exitCode: 2 }
  if (known === undefined) return refused('No plan has this number.')
  const amount = parseMinor(second, known.currency)
  if (verb === 'price' && (!amount.ok || amount.value === 0))
    return refused(`Not an amount in ${known.currency}: ${second}`)
  const change = verb === 'price' && amount.ok ? { priceMinor: amount.value } : { active: false }
  const changed = await changePlan(db, { planId: known.plan_id, ...change, nowMs: systemClock.now() })
  return changed === undefined ? refused('No plan has this number.') : said(planLine(changed))
}
