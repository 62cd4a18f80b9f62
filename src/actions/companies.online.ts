import {
  changeCompany as sendChange,
  type CompanyChange,
  listCompanies,
  readCompany,
  readCompanyStatement,
  startCompanyFunds,
  verifyCompanyFunds,
} from '../api/companies.ts'
import { clientAs } from '../api/client.ts'
import type { CompanyDetail, CompanyStatement } from '../contract/companies.ts'
import type { AddFunds, VerifyPayment } from '../contract/payments.ts'
import { applyCompanies, applyPayer } from '../db/apply/companies.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUnderKey } from '../sync/send-under-key.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'

type Answer<T> = Promise<Result<T, ActionError>>

/** Downloads the driver's companies for the checkout. */
export const loadCompanies = (hasAccount: boolean, phone: AppContext = appContext): Answer<null> =>
  hasAccount
    ? attemptAsUser(phone, async (userId) => {
        const answer = await listCompanies(clientAs(phone.client, userId))
        if (!answer.ok) return answer
        await applyCompanies(phone.dbs, userId, { companies: answer.value, savedAt: phone.clock.now() })
        return ok(null)
      })
    : Promise.resolve(ok(null))

/** Stores who pays at the checkout: a company, or null for the driver. */
export async function choosePayer(companyId: string | null, phone: AppContext = appContext): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session !== undefined) await applyPayer(phone.dbs, session.user.user_id, companyId)
}

/** Fetches a company for its administrators; others are refused with `company_not_found`. */
export const loadCompany = (companyId: string, phone: AppContext = appContext): Answer<CompanyDetail> =>
  attemptAsUser(phone, (userId) => readCompany(clientAs(phone.client, userId), companyId))

/** `about`: the company and its month, `2026-11`, separated by a space. */
export const loadCompanyStatement = (about: string, phone: AppContext = appContext): Answer<CompanyStatement> => {
  const [companyId = '', month = ''] = about.split(' ')
  return attemptAsUser(phone, (userId) => readCompanyStatement(clientAs(phone.client, userId), { companyId, month }))
}

/** Invites, changes or removes a member. Refusals: company_last_admin, too_many_members, company_not_found. */
export const changeCompany = (change: CompanyChange, phone: AppContext = appContext): Answer<CompanyDetail> =>
  attemptAsUser(phone, (userId) =>
    sendUnderKey(phone, { about: `${userId} ${JSON.stringify(change)}` }, (key) =>
      sendChange(clientAs(phone.client, userId), change, key),
    ),
  )

/**
 * Starts a top-up of the company's wallet; minor units of its currency. Refusals: amount_out_of_range,
 * payment_unavailable.
 * @param form the form that it was typed into: another one starts another payment.
 */
export const addCompanyFunds = (
  { form, ...wish }: { readonly companyId: string; readonly amount: number; readonly form: string },
  phone: AppContext = appContext,
): Answer<AddFunds> =>
  attemptAsUser(phone, (userId) =>
    sendUnderKey(phone, { about: `${userId} ${JSON.stringify(wish)}`, form }, (key) =>
      startCompanyFunds(clientAs(phone.client, userId), wish, key),
    ),
  )

/** Checks the state of the top-up at the gateway. */
export const checkCompanyFunds = (reference: string, phone: AppContext = appContext): Answer<VerifyPayment> =>
  attemptAsUser(phone, (userId) =>
    verifyCompanyFunds(clientAs(phone.client, userId), reference, uuid7(phone.clock.now(), phone.random)),
  )
