import type { OperatorParkWire } from '../../contract/operator-parks.ts'
import { isSameCharger } from '../../domain/chargers.ts'
import type { Connector } from '../../domain/connectors.ts'
import type { Currency } from '../../domain/money.ts'
import { plainTextOf, rawTextOf } from '../../parts/field-checks.ts'
import { readMoney } from '../../parts/read-amount.ts'

export type OwnCharger = OperatorParkWire['chargers'][number]
export type ChargerProblem = 'whole' | 'power' | 'price' | 'twice'
/** Field name with its row number, such as `count3`. */
export type ChargerField = `${'connector' | 'count' | 'power' | 'price'}${number}`

const MAX_COUNT = 500
const POWER_KW = { least: 0.5, most: 1_000 }
const PRICE_MAX = 100_000_000

/** Returns null when the form has no charger fields. Each row puts its number into a field of this name. */
const rowsOf = (form: FormData): readonly number[] | null =>
  form.has('charger_currency') ? form.getAll('charger').map(Number) : null

function readPrice(form: FormData, row: number): number | null {
  const text = plainTextOf(form, `price${String(row)}`)
  if (text === '') return null
  const read = readMoney(text, rawTextOf(form, 'charger_currency') as Currency)
  return read.ok && read.value >= 0 && read.value <= PRICE_MAX ? read.value : Number.NaN
}

function readRow(form: FormData, row: number): OwnCharger {
  const [power, count] = [plainTextOf(form, `power${String(row)}`), plainTextOf(form, `count${String(row)}`)]
  const price = readPrice(form, row)
  return {
    connector: rawTextOf(form, `connector${String(row)}`) as Connector,
    power_kw:
      power === '' ? null : /^\d{1,4}(?:[.,]\d{1,2})?$/.test(power) ? Number(power.replace(',', '.')) : Number.NaN,
    count: /^\d{1,3}$/.test(count) ? Number(count) : Number.NaN,
    price,
    per: price === null ? null : rawTextOf(form, `per${String(row)}`) === 'hour' ? 'hour' : 'kwh',
  }
}

/** Returns the chargers; returns undefined when the form has no charger fields. */
export const readChargers = (form: FormData): OwnCharger[] | undefined => rowsOf(form)?.map((row) => readRow(form, row))

export function checkChargers(form: FormData): Partial<Record<ChargerField, ChargerProblem>> {
  const problems: Partial<Record<ChargerField, ChargerProblem>> = {}
  const before: OwnCharger[] = []
  for (const row of rowsOf(form) ?? []) {
    const charger = readRow(form, row)
    const { power_kw: power, count, price } = charger
    if (before.some((other) => isSameCharger(other, charger))) problems[`connector${row}`] = 'twice'
    if (power !== null && !(power >= POWER_KW.least && power <= POWER_KW.most)) problems[`power${row}`] = 'power'
    if (!(count >= 1 && count <= MAX_COUNT)) problems[`count${row}`] = 'whole'
    if (Number.isNaN(price)) problems[`price${row}`] = 'price'
    before.push(charger)
  }
  return problems
}
