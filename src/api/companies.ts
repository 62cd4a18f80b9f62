import {
  type Company,
  type CompanyDetail,
  companyDetailSingle,
  companyList,
  type CompanyMemberBody,
  type CompanyStatement,
  companyStatementSingle,
} from '../contract/companies.ts'
import { type AddFunds, addFundsSingle, type VerifyPayment, verifyPaymentAnswer } from '../contract/payments.ts'
import { unreachable } from '../lib/assert.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

const dataOf = async <T>(answer: Answer<{ readonly data: T }>): Answer<T> => {
  const told = await answer
  return told.ok ? ok(told.value.data) : told
}

const pathOf = (companyId: string, rest = ''): string => `/companies/${encodeURIComponent(companyId)}${rest}`

export async function listCompanies(client: Client): Answer<readonly Company[]> {
  const told = await client.send({ method: 'GET', path: '/companies', schema: companyList, as: 'user' })
  return told.ok ? ok(told.value.items) : told
}

export const readCompany = (client: Client, companyId: string): Answer<CompanyDetail> =>
  dataOf(client.send({ method: 'GET', path: pathOf(companyId), schema: companyDetailSingle, as: 'user' }))

export const readCompanyStatement = (
  client: Client,
  { companyId, month }: { readonly companyId: string; readonly month: string },
): Answer<CompanyStatement> =>
  dataOf(
    client.send({
      ...{ method: 'GET', path: pathOf(companyId, '/statement'), query: { month } },
      ...{ schema: companyStatementSingle, as: 'user' },
    }),
  )

export type CompanyChange =
  | { readonly kind: 'put'; readonly companyId: string; readonly member: CompanyMemberBody }
  | { readonly kind: 'plates'; readonly companyId: string; readonly plates: string[] }
  | { readonly kind: 'remove'; readonly companyId: string; readonly memberId: string }

function callOf(change: CompanyChange) {
  const { companyId } = change
  switch (change.kind) {
    case 'put':
      return { method: 'POST', path: pathOf(companyId, '/members'), body: change.member } as const
    case 'plates':
      return { method: 'PUT', path: pathOf(companyId, '/plates'), body: { plates: change.plates } } as const
    case 'remove':
      return { method: 'DELETE', path: pathOf(companyId, `/members/${change.memberId}`) } as const
    default:
      return unreachable(change)
  }
}

/** Repeating the change under the same key has one effect. */
export const changeCompany = (client: Client, change: CompanyChange, key: string): Answer<CompanyDetail> =>
  dataOf(client.send({ ...callOf(change), key, schema: companyDetailSingle, as: 'user' }))

export const startCompanyFunds = (
  client: Client,
  { companyId, amount }: { readonly companyId: string; readonly amount: number },
  key: string,
): Answer<AddFunds> =>
  dataOf(
    client.send({
      ...{ method: 'POST', path: pathOf(companyId, '/add-funds'), body: { amount }, key },
      ...{ schema: addFundsSingle, as: 'user' },
    }),
  )

/** Checks the state of a top-up of a company's wallet. Moves no money itself. */
export const verifyCompanyFunds = (client: Client, reference: string, key: string): Answer<VerifyPayment> =>
  client.send({
    ...{ method: 'POST', path: '/wallet/verify-payment', query: { payment_reference: reference }, key },
    ...{ schema: verifyPaymentAnswer, as: 'user' },
  })
