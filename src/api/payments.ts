import type * as v from 'valibot'
import type { CreateBookingBody } from '../contract/bookings.ts'
import type { Page } from '../contract/common.ts'
import {
  type AddFunds,
  type AddFundsBody,
  addFundsSingle,
  type BookingCheckout,
  bookingCheckoutSingle,
  createPaymentIntentAnswer,
  type GatewayConfig,
  gatewayConfigSingle,
  paymentList,
  paymentSingle,
  type PaymentWire,
  type Receipt,
  receiptSingle,
  type VerifyPayment,
  verifyPaymentAnswer,
} from '../contract/payments.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { keyedCall, type KeyedCall, keyedData } from './keyed-call.ts'

type Answer<T> = Promise<Result<T, ApiError>>

const dataOf = <T>(answer: Result<{ readonly data: T }, ApiError>): Result<T, ApiError> =>
  answer.ok ? ok(answer.value.data) : answer

export const addFunds = (body: AddFundsBody): KeyedCall<AddFunds> =>
  keyedData(
    { method: 'POST', path: '/wallet/add-funds', body },
    addFundsSingle,
    ({ payment }) => payment.amount === body.amount && payment.currency === body.currency,
  )

/** Reserves the space while its driver pays: `payment_method` is `gateway`. */
export const checkoutBooking = (body: CreateBookingBody): KeyedCall<BookingCheckout> =>
  keyedData(
    { method: 'POST', path: '/bookings', body },
    bookingCheckoutSingle,
    ({ booking }) => booking.park_id === body.park_id,
  )

/** The provider asks the gateway; this phone's view of the payment is not even sent. */
export const verifyPayment = (reference: string): KeyedCall<VerifyPayment> =>
  keyedCall({
    method: 'POST',
    path: '/wallet/verify-payment',
    query: { payment_reference: reference },
    schema: verifyPaymentAnswer,
    isAnswer: ({ data }) => data.payment.reference === reference,
    read: (answer) => answer,
  })

/** Newest first. */
export const listPayments = (
  client: Client,
  query: { readonly currency: Currency; readonly page: number; readonly size: number },
): Answer<Page<PaymentWire>> =>
  client.send<v.InferOutput<typeof paymentList>>({
    method: 'GET',
    path: '/payments',
    query: { ...query },
    schema: paymentList,
    isAnswer: ({ page, items }) => page === query.page && items.every((row) => row.currency === query.currency),
    as: 'user',
  })

export async function getPayment(client: Client, reference: string): Answer<PaymentWire> {
  return dataOf(
    await client.send({
      method: 'GET',
      path: `/payments/${encodeURIComponent(reference)}`,
      schema: paymentSingle,
      isAnswer: ({ data }) => data.reference === reference,
      as: 'user',
    }),
  )
}

export async function getGatewayConfig(client: Client, country: CountryCode): Answer<GatewayConfig> {
  return dataOf(
    await client.send({
      method: 'GET',
      path: '/payments/gateways',
      query: { country },
      schema: gatewayConfigSingle,
      isAnswer: ({ data }) => data.country_code === country,
      as: 'anyone',
    }),
  )
}

export async function getReceipt(client: Client, number: string): Answer<Receipt> {
  return dataOf(
    await client.send({
      method: 'GET',
      path: `/receipts/${encodeURIComponent(number)}`,
      schema: receiptSingle,
      isAnswer: ({ data }) => data.number === number,
      as: 'user',
    }),
  )
}

/** The only call that the specification places outside `/api/v1`. */
export async function createPaymentIntent(client: Client, reference: string, money: Money): Answer<string> {
  const answer = await client.send({
    method: 'POST',
    path: '/../create-payment-intent',
    body: { amount: money.amountMinor, currency: money.currency, metadata: { reference } },
    schema: createPaymentIntentAnswer,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.client_secret) : answer
}
