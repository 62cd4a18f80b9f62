import * as v from 'valibot'
import { amount, currency, instantText } from './common.ts'
import { emailBody, newPassword } from './auth.ts'

const currentPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

export const emailChangeBody = v.object({ ...emailBody.entries, password: currentPassword })
export type EmailChangeBody = v.InferInput<typeof emailChangeBody>
export const emailChangeConfirmBody = v.object({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)) })

export const passwordChangeBody = v.object({ password: currentPassword, new_password: newPassword })
export type PasswordChangeBody = v.InferInput<typeof passwordChangeBody>

export const accountDeleteBody = v.object({
  password: currentPassword,
  /** The driver agrees to forfeit money that no gateway can pay back. */
  give_up_money: v.optional(v.boolean(), false),
})
export type AccountDeleteBody = v.InferInput<typeof accountDeleteBody>

/** Extra members of a `wallet_not_empty` refusal. `can_withdraw`: a gateway can pay back at least a part. */
export const moneyLeftExtra = v.object({
  wallets: v.array(v.object({ currency, amount, can_withdraw: v.boolean() })),
})
export type MoneyLeft = v.InferOutput<typeof moneyLeftExtra>['wallets']

const rows = v.array(v.record(v.string(), v.unknown()))

/** All data stored about a driver, in its stored form: meant for people; no program relies on its fields. */
export const accountExport = v.object({
  exported_at: instantText,
  profile: rows,
  vehicles: rows,
  favourites: rows,
  bookings: rows,
  check_ins: rows,
  orders: rows,
  gifts: rows,
  vehicle_documents: rows,
  document_renewals: rows,
  document_scans: rows,
  plans: rows,
  referrals: rows,
  referral_code: rows,
  wallets: rows,
  transactions: rows,
  payments: rows,
  withdrawals: rows,
  payment_methods: rows,
  automatic_top_ups: rows,
  sessions: rows,
  passkeys: rows,
  social_identities: rows,
  problem_reports: rows,
  messages: rows,
  organisations: rows,
  companies: rows,
  space_requests: rows,
  reviews: rows,
  review_reports: rows,
  notifications: rows,
})
export type AccountExport = v.InferOutput<typeof accountExport>
export const accountExportSingle = v.object({ data: accountExport })
