/** Business accounts: requested by a message, approved by an operator, run by their administrators. */
import type { Company, CompanyDetail, CompanyMemberBody, CompanyStatement } from '../../src/contract/companies.ts'
import { COMPANY_MEMBERS_MAX } from '../../src/domain/company.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { type CountryCode, getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { type TaxShare, taxShares } from '../../src/domain/tax-shares.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { companyMail, invitationMail } from '../messages/company-texts.ts'
import {
  approveCompany,
  type CompanyMemberRow,
  type CompanyRow,
  findCompany,
  findInvitationMail,
  findOwnCompany,
  joinCompanies,
  listCompanyMembers,
  listOwnCompanies,
  lockCompany,
  lockOwnCompany,
  type PayingCompany,
  putCompanyMember,
  refuseCompany,
  removeCompanyMember,
  setCompanyPlates,
} from '../repositories/companies.ts'
import { type CompanyLineRow, listCompanyLines, readCompanyBalances } from '../repositories/company-statements.ts'
import { rowsOf } from '../repositories/store.ts'
import { type Objection, objectTo, type Refusal } from '../rules/refusal.ts'
import { parsePlate } from '../rules/stay.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'

export type CompanyDecision =
  /** `countryCode`: the country of the wallet; null for the one that the request came from. */
  | { readonly status: 'approved'; readonly countryCode: CountryCode | null }
  | { readonly status: 'refused'; readonly reason: string }

async function approve(
  tx: Queryable,
  company: CompanyRow,
  { countryCode, nowMs }: { readonly countryCode: CountryCode | null; readonly nowMs: number },
): Promise<Result<undefined, Objection>> {
  const code = countryCode ?? company.country_code
  if (code === null) return err(objectTo('country', 'The request does not say in which country: give one.'))
  const { company_id: userId, email } = company
  await approveCompany(tx, company, { countryCode: code, nowMs })
  await rowsOf(tx).openWallet({ userId, currency: getCountry(code).currency, sandbox: false, nowMs })
  const none = { booking_limit: null, month_limit: null }
  await putCompanyMember(tx, { memberId: uuid7(nowMs), companyId: userId, email, role: 'admin', ...none, nowMs })
  return ok(undefined)
}

/** A decision is final; the same decision again changes nothing. */
export async function decideCompany(
  tx: Queryable,
  { id, decision, nowMs }: { readonly id: string; readonly decision: CompanyDecision; readonly nowMs: number },
): Promise<Result<{ readonly company: CompanyRow; readonly isChanged: boolean }, Objection>> {
  const company = await lockCompany(tx, id)
  if (company === undefined) return err({ code: 'not_found', words: `There is no request ${id}.` })
  if (company.status !== 'open') {
    return company.status === decision.status
      ? ok({ company, isChanged: false })
      : err({ code: 'version_conflict', words: `This request is ${company.status} already.` })
  }
  if (decision.status === 'approved') {
    const made = await approve(tx, company, { countryCode: decision.countryCode, nowMs })
    if (!made.ok) return made
  } else {
    await refuseCompany(tx, id, { reason: decision.reason, nowMs })
  }
  return ok({ company, isChanged: true })
}

/** Lists the driver's companies, after accepting invitations to the driver's address. */
export async function listCompaniesOf(tx: Queryable, userId: UserId, nowMs: number): Promise<Company[]> {
  await joinCompanies(tx, userId)
  const rows = await listOwnCompanies(tx, userId, nowMs)
  return rows.map((row) => ({
    ...{ company_id: row.company_id, name: row.name, status: row.status, reason: row.reason, role: row.role },
    plates: [...row.plates],
    currency: row.country_code === null ? null : getCountry(row.country_code).currency,
    ...{ booking_limit: row.booking_limit_minor, month_limit: row.month_limit_minor, month_spent: row.spent_minor },
    created_at: toRfc3339(toInstant(row.created_at)),
  }))
}

export interface Asking {
  readonly userId: UserId
  readonly companyId: string
  readonly nowMs: number
}

const NOT_THEIRS: Refusal = { code: 'company_not_found' }

async function describeCompany(
  db: Queryable,
  { userId, nowMs }: Asking,
  company: PayingCompany,
): Promise<CompanyDetail> {
  const { company_id, name } = company
  const { currency } = getCountry(company.country_code)
  const wallet = await rowsOf(db).findWallet(company_id, currency)
  const members = await listCompanyMembers(db, company_id, nowMs)
  const toWire = (member: CompanyMemberRow) => ({
    ...{ member_id: member.member_id, email: member.email, role: member.role, month_spent: member.spent_minor },
    ...{ booking_limit: member.booking_limit_minor, month_limit: member.month_limit_minor },
    ...{ joined: member.user_id !== null, is_you: member.user_id === userId },
  })
  const plates = [...company.plates]
  return { company_id, name, currency, balance: wallet?.balance_minor ?? 0, plates, members: members.map(toWire) }
}

/** Open to the company's administrators only; for anyone else the company does not exist. */
export async function readCompany(db: Queryable, asking: Asking): Promise<Result<CompanyDetail, Refusal>> {
  const company = await findOwnCompany(db, asking.userId, asking.companyId)
  return company === undefined ? err(NOT_THEIRS) : ok(await describeCompany(db, asking, company))
}

const hasOtherAdmin = (members: readonly CompanyMemberRow[], email: string): boolean =>
  members.some((member) => member.role === 'admin' && member.user_id !== null && member.email !== email)

/** Invites an address, or changes its role and limits. A company always keeps an administrator who has signed in. */
export async function putMember(
  tx: Queryable,
  asking: Asking,
  body: CompanyMemberBody,
): Promise<Result<CompanyDetail, Refusal>> {
  const company = await lockOwnCompany(tx, asking.userId, asking.companyId)
  if (company === undefined) return err(NOT_THEIRS)
  const { nowMs } = asking
  const email = normaliseEmail(body.email)
  const members = await listCompanyMembers(tx, company.company_id, nowMs)
  if (body.role !== 'admin' && !hasOtherAdmin(members, email)) return err({ code: 'company_last_admin' })
  const isKnown = members.some((member) => member.email === email)
  if (!isKnown && members.length >= COMPANY_MEMBERS_MAX) return err({ code: 'too_many_members' })
  await putCompanyMember(tx, { ...body, email, memberId: uuid7(nowMs), companyId: company.company_id, nowMs })
  return ok(await describeCompany(tx, asking, company))
}

/** Removes a member: existing bookings stay, but nothing further is paid for them. Repeating it changes nothing. */
export async function removeMember(
  tx: Queryable,
  asking: Asking,
  memberId: string,
): Promise<Result<CompanyDetail, Refusal>> {
  const company = await lockOwnCompany(tx, asking.userId, asking.companyId)
  if (company === undefined) return err(NOT_THEIRS)
  const members = await listCompanyMembers(tx, company.company_id, asking.nowMs)
  const member = members.find(({ member_id }) => member_id === memberId)
  if (member !== undefined) {
    if (!hasOtherAdmin(members, member.email)) return err({ code: 'company_last_admin' })
    await removeCompanyMember(tx, memberId, asking.nowMs)
  }
  return ok(await describeCompany(tx, asking, company))
}

/** Sets the only vehicles that the company pays for in future; an empty list means any. Existing bookings stay. */
export async function putPlates(
  tx: Queryable,
  asking: Asking,
  typed: readonly string[],
): Promise<Result<CompanyDetail, Refusal>> {
  const company = await lockOwnCompany(tx, asking.userId, asking.companyId)
  if (company === undefined) return err(NOT_THEIRS)
  const parsed = typed.map((text) => parsePlate(text))
  const plates = [...new Set(parsed.flatMap((plate) => (plate.ok ? [plate.value] : [])))]
  if (parsed.some(({ ok: isPlate }) => !isPlate))
    return err({ code: 'validation_failed', fields: [{ field: 'plates', code: 'invalid' }] })
  await setCompanyPlates(tx, company.company_id, plates)
  return ok(await describeCompany(tx, asking, { ...company, plates }))
}

const namesOf = ({ lines }: CompanyLineRow): string[] =>
  (lines ?? []).flatMap((line) => (line.kind === 'tax' ? [line.name] : []))

const taxesOf = ({ tax_minor: taxMinor, lines, booked_taxes: taxes }: CompanyLineRow): TaxShare[] =>
  // The sign is reversed: in the ledger a payment is negative, here it is positive.
  [...taxShares(-taxMinor, { lines: lines ?? [], taxes: taxes ?? [] })]

const toLine = (row: CompanyLineRow): CompanyStatement['lines'][number] => ({
  ...{ id: String(row.entry_id), at: toRfc3339(row.at), kind: row.kind, amount: row.amount_minor },
  ...{ fees: -row.fees_minor, tax: -row.tax_minor, tax_names: namesOf(row) },
  ...{ taxes: taxesOf(row), receipt_number: row.receipt_number },
  booking:
    row.booking_code === null
      ? null
      : {
          booking_code: displayBookingCode(row.booking_code),
          ...{ email: row.email, plate: row.plate, park: row.park, timezone: row.timezone },
          ...{ start_time: toRfc3339(row.start_time), end_time: toRfc3339(row.end_time) },
        },
})

function sumTaxes(lines: CompanyStatement['lines']): CompanyStatement['taxes'] {
  const sums = new Map<string, CompanyStatement['taxes'][number]>()
  for (const { code, name, registration, amount } of lines.flatMap(({ taxes = [] }) => taxes)) {
    const key = JSON.stringify([code, name, registration])
    sums.set(key, { code, name, registration, amount: (sums.get(key)?.amount ?? 0) - amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** Lists every movement of the company's wallet in a month. */
export async function readStatement(
  db: Queryable,
  asking: Asking,
  month: string,
): Promise<Result<CompanyStatement, Refusal>> {
  const company = await findOwnCompany(db, asking.userId, asking.companyId)
  if (company === undefined) return err(NOT_THEIRS)
  const { currency } = getCountry(company.country_code)
  const about = { companyId: company.company_id, currency, month }
  const [balances, rows] = await Promise.all([readCompanyBalances(db, about), listCompanyLines(db, about)])
  const lines = rows.map(toLine)
  return ok({ month, currency, ...balances, taxes: sumTaxes(lines), lines })
}

/** Mails the decision to applicants, and invitations to people whose parking a company pays. */
export async function sendCompanyMails(deps: MailDeps): Promise<void> {
  const link = `${deps.config.publicUrl}/business-accounts`
  await sendDueMails(deps, 'companies', async (id) => {
    const company = await findCompany(deps.db, id)
    if (company === undefined) return null
    const { email: to, language, name, contact_name: contact, reason } = company
    return { to, ...companyMail(language, { name, contact, reason, link }) }
  })
  await sendDueMails(deps, 'company_members', async (id) => {
    const invitation = await findInvitationMail(deps.db, id)
    if (invitation === undefined) return null
    const { email: to, language, name } = invitation
    return { to, ...invitationMail(language, { name, link }) }
  })
}
