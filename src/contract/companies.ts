/** Business accounts: companies that pay for the parking of their members. */
import * as v from 'valibot'
import { COMPANY_PLATES_MAX, COMPANY_ROLES } from '../domain/company.ts'
import { EMAIL } from '../domain/email.ts'
import { TRANSACTION_KINDS } from '../domain/wallet.ts'
import { amount, currency, instantText, single, uuid } from './common.ts'
import { taxShareSchema } from './tariff.ts'

const limit = v.nullable(v.pipe(amount, v.minValue(1), v.maxValue(100_000_000_000)))
const role = v.picklist(COMPANY_ROLES)

/** In minor units of the company's currency; null: no limit. */
const limits = {
  /** Maximum cost of one booking, including all its changes. */
  booking_limit: limit,
  /** Maximum spend per calendar month. */
  month_limit: limit,
}

/**
 * A company as seen by a member or the applicant. `role`, limits and spend are the viewer's own; null until the company
 * is approved.
 */
export const companySchema = v.object({
  company_id: uuid,
  name: v.string(),
  status: v.picklist(['open', 'approved', 'refused']),
  /** Reason of a refusal. */
  reason: v.nullable(v.string()),
  currency: v.nullable(currency),
  role: v.nullable(role),
  /** The only plates that the company pays for, normalised; empty: any. */
  plates: v.array(v.string()),
  ...limits,
  /** Spent on this driver's bookings in this calendar month, less refunds. */
  month_spent: amount,
  created_at: instantText,
})
export type Company = v.InferOutput<typeof companySchema>
export const companyList = v.object({ items: v.array(companySchema) })

export const companyMemberSchema = v.object({
  member_id: uuid,
  email: v.string(),
  role,
  ...limits,
  month_spent: amount,
  /** True once the account with this address has opened the invitation. */
  joined: v.boolean(),
  is_you: v.boolean(),
})

/** For administrators. `balance`: the company's available funds. */
export const companyDetailSchema = v.object({
  company_id: uuid,
  name: v.string(),
  currency,
  balance: amount,
  plates: v.array(v.string()),
  members: v.array(companyMemberSchema),
})
export type CompanyDetail = v.InferOutput<typeof companyDetailSchema>
export const companyDetailSingle = single(companyDetailSchema)

/** POST invites an address, or updates an existing member. */
export const companyMemberBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL)),
  role,
  ...limits,
})
export type CompanyMemberBody = v.InferInput<typeof companyMemberBody>

/** PUT /companies/:id/plates replaces the whole list; empty: any vehicle. */
export const companyPlatesBody = v.object({
  plates: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(COMPANY_PLATES_MAX)),
})

/** POST /companies/:id/add-funds, in the company's currency. */
export const companyFundsBody = v.object({ amount })

/** A month of the company's wallet, in its country's time zone. */
export const companyStatementQuery = v.object({ month: v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)) })

/** One movement. Amounts are signed; negative: the company paid. */
export const companyLineSchema = v.object({
  id: v.string(),
  at: instantText,
  kind: v.picklist(TRANSACTION_KINDS),
  amount,
  /** Service fee and tax included in the amount, with the same sign; the taxes by name. */
  fees: amount,
  tax: amount,
  tax_names: v.array(v.string()),
  /** Breakdown of `tax`, with the registration numbers of the park's operator. */
  taxes: v.exactOptional(v.array(taxShareSchema)),
  receipt_number: v.nullable(v.string()),
  /** Null for movements without a booking. */
  booking: v.nullable(
    v.object({
      booking_code: v.string(),
      email: v.string(),
      plate: v.string(),
      park: v.string(),
      timezone: v.string(),
      start_time: instantText,
      end_time: instantText,
    }),
  ),
})

export const companyStatementSchema = v.object({
  month: v.string(),
  currency,
  opening: amount,
  closing: amount,
  /** Taxes of all bookings of the month, by name and operator's number, less refunds. */
  taxes: v.array(
    v.object({
      name: v.string(),
      amount,
      code: v.exactOptional(v.string()),
      registration: v.exactOptional(v.nullable(v.string())),
    }),
  ),
  lines: v.array(companyLineSchema),
})
export type CompanyStatement = v.InferOutput<typeof companyStatementSchema>
export const companyStatementSingle = single(companyStatementSchema)
