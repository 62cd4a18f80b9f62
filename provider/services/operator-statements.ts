import type {
  OperatorStatement,
  PayoutBody,
  PayoutWire,
  StatementLine,
} from '../../src/contract/operator-statements.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import { taxesText, taxShares } from '../../src/domain/tax-shares.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'
import { OPERATOR_TEXTS } from '../messages/operator-texts.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import {
  findPayout,
  type LineRow,
  listBalances,
  listFigures,
  listLines,
  lockPayable,
  postPayout,
} from '../repositories/operator-statements.ts'
import { findRateInForce } from '../repositories/planned-tariffs.ts'
import type { Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { NOT_YOURS } from './named-parks.ts'
import { spanOfDays } from './operator-day.ts'
import { toCsv } from './statements.ts'

interface Period {
  readonly from: string
  readonly until: string
}

export async function readStatement(
  db: Queryable,
  park: OperatedPark,
  { from, until }: Period,
): Promise<OperatorStatement> {
  const { id: parkId, code, name, timezone } = park
  const asked = { parkId, ...spanOfDays(from, until, timezone) }
  const [figures, balances, { taxes }] = await Promise.all([
    listFigures(db, asked),
    listBalances(db, asked),
    findRateInForce(db, parkId),
  ])
  return {
    park: { code, name, timezone },
    ...{ from, until },
    taxes: taxes.map(({ code: tax, name: called, registration = null }) => ({ code: tax, name: called, registration })),
    currencies: balances.map(({ currency, opening, closing }) => ({
      ...{ currency, opening, closing },
      figures: figures.filter((row) => row.currency === currency).map(({ currency: _one, ...figure }) => figure),
    })),
  }
}

export const toLineWire = (row: LineRow): StatementLine => ({
  ...{ id: row.posting_id, at: toRfc3339(row.created_at), kind: row.kind },
  booking: row.booking_code === null ? null : displayBookingCode(row.booking_code),
  reference: row.description,
  ...{ currency: row.currency, paid: row.paid, fees: row.fees, tax: row.tax, park: row.park },
  taxes: [...taxShares(row.tax, { lines: row.lines ?? [], taxes: row.booked_taxes ?? [] })],
})

/** More lines than the largest car park has in a year. */
const MAX_FILE_LINES = 200_000

/** Writes every line of the period, in ledger order. */
export async function writeStatement(
  db: Queryable,
  park: OperatedPark,
  { from, until, language }: Period & { readonly language: Language },
): Promise<string> {
  const asked = { parkId: park.id, ...spanOfDays(from, until, park.timezone) }
  const rows = await listLines(db, { ...asked, kind: null, offset: 0, limit: MAX_FILE_LINES })
  const { columns, kinds } = OPERATOR_TEXTS[language]
  return toCsv(
    columns,
    rows.map(toLineWire).map((line) => {
      const money = [line.paid, line.fees, line.tax, line.park].map((minor) => toDecimal(toMoney(minor, line.currency)))
      const facts = [line.at, kinds[line.kind], line.booking ?? '', line.reference ?? '', line.currency]
      const taxes = taxesText(line.taxes, { currency: line.currency, language })
      return [...facts, ...money, String(line.id), taxes]
    }),
  )
}

interface Paying {
  readonly park: OperatedPark
  readonly body: PayoutBody
  readonly within: Within
  readonly nowMs: number
}

export interface Recorded {
  readonly payout: PayoutWire
  /** False when it was already recorded. */
  readonly isChanged: boolean
}

/** Records a payout, by the platform's own staff only: once per reference, and never more than is owed. */
export async function recordPayout(
  tx: Queryable,
  { park, body, within, nowMs }: Paying,
): Promise<Result<Recorded, Objection>> {
  if (within !== null) return err(NOT_YOURS)
  const { amount, currency, reference } = body
  const payable = await lockPayable(tx, park.id, currency)
  const shown = { park: park.code, amount, currency, reference }
  const known = await findPayout(tx, park.id, reference)
  if (known !== undefined) {
    const isSame = known.amount_minor === amount && known.currency === currency
    if (!isSame) return err(objectTo('reference', 'Another payout has this reference.'))
    return ok({ payout: { ...shown, at: toRfc3339(known.created_at), payable }, isChanged: false })
  }
  if (amount > payable) {
    return err({
      ...objectTo('amount', `Only ${String(payable)} is owed.`, 'out_of_range'),
      extra: { payable, currency },
    })
  }
  await postPayout(tx, { parkId: park.id, amountMinor: amount, currency, reference, nowMs })
  const at = toRfc3339(toInstant(nowMs))
  return ok({ payout: { ...shown, at, payable: payable - amount }, isChanged: true })
}
