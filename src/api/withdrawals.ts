import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import { withdrawableSingle, type Withdrawal, withdrawalList, withdrawalSingle } from '../contract/payments.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Minor units: what was paid in and has not been spent. */
export async function getWithdrawable(client: Client, currency: Currency): Answer<number> {
  const answer = await client.send({
    method: 'GET',
    path: '/wallet/withdrawable',
    query: { currency },
    schema: withdrawableSingle,
    isAnswer: ({ data }) => data.currency === currency,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data.withdrawable) : answer
}

/** Newest first, of all currencies. */
export const listWithdrawals = (client: Client, page: number, size: number): Answer<Page<Withdrawal>> =>
  client.send<v.InferOutput<typeof withdrawalList>>({
    method: 'GET',
    path: '/wallet/withdrawals',
    query: { page, size },
    schema: withdrawalList,
    isAnswer: (list) => list.page === page,
    as: 'user',
  })

export const requestWithdrawal = ({ amountMinor, currency }: Money): KeyedCall<Withdrawal> =>
  keyedData(
    { method: 'POST', path: '/wallet/withdrawals', body: { amount: amountMinor, currency } },
    withdrawalSingle,
    (withdrawal) => withdrawal.amount === amountMinor && withdrawal.currency === currency,
  )

export const takeBackWithdrawal = (id: string): KeyedCall<Withdrawal> =>
  keyedData(
    { method: 'DELETE', path: `/wallet/withdrawals/${encodeURIComponent(id)}` },
    withdrawalSingle,
    (withdrawal) => withdrawal.id === id,
  )
