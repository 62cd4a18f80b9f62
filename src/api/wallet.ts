import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import { type Transaction, transactionList, type Wallet, walletSingle } from '../contract/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export async function getWallet(client: Client, currency: Currency): Answer<Wallet> {
  const answer = await client.send({
    method: 'GET',
    path: '/wallet',
    query: { currency },
    schema: walletSingle,
    isAnswer: ({ data }) => data.currency === currency,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export interface TransactionsQuery {
  readonly currency: Currency
  readonly page: number
  readonly size: number
}

/** Newest first. */
export const listTransactions = (client: Client, query: TransactionsQuery): Answer<Page<Transaction>> =>
  client.send<v.InferOutput<typeof transactionList>>({
    method: 'GET',
    path: '/wallet/transactions',
    query: { ...query },
    schema: transactionList,
    isAnswer: ({ page, items }) => page === query.page && items.every((row) => row.currency === query.currency),
    as: 'user',
  })
