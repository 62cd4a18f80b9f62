import type { MoneyCases } from '../../src/contract/operator-money.ts'
import { DAY_MS, type Instant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import {
  type DebtCase,
  type DisputeCase,
  listDebtCases,
  listDisputes,
  listMismatches,
  listRefundCases,
  type MismatchCase,
  type RefundCase,
} from '../repositories/money-cases.ts'
import { BACK_MS } from '../rules/payments-schedule.ts'

export interface OpenCases {
  readonly refunds: readonly RefundCase[]
  readonly mismatches: readonly MismatchCase[]
  readonly disputes: readonly DisputeCase[]
  readonly debts: readonly DebtCase[]
}

/** Lists the cases that wait for a person. A refund in progress for less than a day is not one. */
export async function listOpenCases(db: Queryable, nowMs: number): Promise<OpenCases> {
  const [refunds, mismatches, disputes, debts] = await Promise.all([
    listRefundCases(db, nowMs - DAY_MS),
    listMismatches(db),
    listDisputes(db, nowMs - BACK_MS),
    listDebtCases(db),
  ])
  return { refunds, mismatches, disputes, debts }
}

const toWire = <T extends { readonly amount_minor: number; readonly since: Instant }>({
  amount_minor: amount,
  since,
  ...rest
}: T) => ({ ...rest, amount, since: toRfc3339(since) })

export async function readMoneyCases(db: Queryable, nowMs: number): Promise<MoneyCases> {
  const { refunds, mismatches, disputes, debts } = await listOpenCases(db, nowMs)
  return {
    refunds: refunds.map(({ withdrawal_id: withdrawal, ...row }) => ({ ...toWire(row), withdrawal })),
    mismatches: mismatches.map(({ taken_minor: taken, taken_currency: currency, ...row }) => ({
      ...toWire(row),
      taken: taken === null || currency === null ? null : { amount: taken, currency },
    })),
    disputes: disputes.map(({ booked_minor: booked, ...row }) => ({ ...toWire(row), booked })),
    debts: debts.map(({ email, currency, balance_minor: balance }) => ({ email, currency, balance })),
  }
}
