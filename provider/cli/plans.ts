import { operatorPlanBody } from '../../src/contract/operator-plans.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ok } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { findPlan, listAllPlans, type PlanRow } from '../repositories/plans.ts'
import { addPlan as sellPlan, alterPlan } from '../services/sell-plans.ts'
import type { Printed } from './attendants.ts'
import { readOffer, readPrice } from './offer-file.ts'

const USAGE = `plans list
plans add FILE.json         sell a new one; the format is in docs/plans.md
plans price ID AMOUNT       a month, in units of its currency, from the next period that its drivers are told of
plans end ID                sell it no more; who has it keeps it until the paid month ends`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })

async function addPlan(db: Database, file: string): Promise<Printed> {
  const read = await readOffer(file, { schema: operatorPlanBody, amounts: () => ['price', 'maximum'] })
  if (!read.ok) return refused(read.error)
  const added = await sellPlan(db, { body: read.value, within: null, nowMs: systemClock.now() })
  return added.ok
    ? said(`Plan ${String(added.value.plan_id)} is sold in ${added.value.country_code}.`)
    : refused(added.error.words)
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

/** `words`: the arguments after `plans`. */
export async function runPlans(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return said(...(await listAllPlans(db)).map(planLine))
  if (verb === 'add' && first !== '') return addPlan(db, first)
  if (verb !== 'price' && verb !== 'end') return { lines: [USAGE], exitCode: 2 }
  const known = /^\d{1,9}$/.test(first) ? await findPlan(db, Number(first)) : undefined
  if (known === undefined) return refused('No plan has this number.')
  const change = verb === 'price' ? readPrice(second, known.currency) : ok({ active: false as const })
  if (!change.ok) return refused(change.error)
  const wish = { planId: known.plan_id, change: change.value, within: null, nowMs: systemClock.now() }
  const changed = await db.transaction((tx) => alterPlan(tx, wish))
  return changed.ok ? said(planLine(changed.value)) : refused(changed.error.words)
}
