import type { CompanyMemberBody } from '../../src/contract/companies.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { CompanyRole } from '../../src/domain/company.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

/** Times are epoch milliseconds. */
export interface CompanyRow {
  /** For an approved company, also the account that holds its wallet. */
  readonly company_id: UserId
  readonly user_id: UserId | null
  readonly status: 'open' | 'approved' | 'refused'
  readonly name: string
  readonly contact_name: string
  readonly email: string
  readonly text: string
  readonly language: Language
  readonly country_code: CountryCode | null
  /** The only plates it pays for; empty for any. */
  readonly plates: readonly string[]
  readonly reason: string | null
  readonly created_at: number
}

const COLUMNS =
  'company_id, user_id, status, name, contact_name, email, text, language, country_code, plates, reason, created_at'

export interface NewCompany {
  readonly message_id: string
  readonly company: string
  readonly name: string
  readonly email: string
  readonly text: string
  readonly language: Language
  readonly userId: UserId | null
  readonly nowMs: number
}

/** Takes the country from the requesting account. */
export async function insertCompany(tx: Queryable, asked: NewCompany): Promise<void> {
  const { message_id: id, userId, company, name, email, text, language, nowMs } = asked
  await tx.query(
    `insert into companies (company_id, user_id, name, contact_name, email, text, language, country_code, created_at)
     values ($1, $2, $3, $4, lower($5), $6, $7, (select country_code from users where user_id = $2), $8)`,
    [id, userId, company, name, email, text, language, new Date(nowMs)],
  )
}

/** Lists open companies oldest first, others by latest decision. */
export const listCompanies = (db: Queryable, status: CompanyRow['status'], limit: number) =>
  db.query<CompanyRow>(
    `select ${COLUMNS} from companies where status = $1
      order by case when $1 = 'open' then created_at end, decided_at desc, company_id limit $2`,
    [status, limit],
  )

export async function findCompany(db: Queryable, id: string): Promise<CompanyRow | undefined> {
  const [row] = await db.query<CompanyRow>(`select ${COLUMNS} from companies where company_id = $1`, [id])
  return row
}

export async function lockCompany(tx: Queryable, id: string): Promise<CompanyRow | undefined> {
  const [row] = await tx.query<CompanyRow>(`select ${COLUMNS} from companies where company_id = $1 for update`, [id])
  return row
}

/** Approves the company: creates the account that holds its wallet and makes the email due immediately. */
export async function approveCompany(
  tx: Queryable,
  { company_id: id, name, email, language }: CompanyRow,
  { countryCode, nowMs }: { readonly countryCode: CountryCode; readonly nowMs: number },
): Promise<void> {
  const now = new Date(nowMs)
  await tx.query(
    `insert into users (user_id, email, first_name, last_name, country_code, language, created_at, updated_at, guest, contact_email)
     values ($1, 'company:' || $1::uuid, $2, '', $3, $4, $5, $5, 'company', $6)`,
    [id, name, countryCode, language, now, email],
  )
  await tx.query(
    `update companies set status = 'approved', country_code = $2, decided_at = $3, mail_at = $3 where company_id = $1`,
    [id, countryCode, now],
  )
}

export async function refuseCompany(
  tx: Queryable,
  id: string,
  { reason, nowMs }: { readonly reason: string; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update companies set status = 'refused', reason = $2, decided_at = $3, mail_at = $3 where company_id = $1`,
    [id, reason, new Date(nowMs)],
  )
}

/** Deletes companies refused long ago. */
export async function deleteRefusedCompanies(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(`delete from companies where status = 'refused' and decided_at < $1 and mail_at is null`, [
    new Date(beforeMs),
  ])
}

/**
 * Joins the account to each company that invited its address. At most one membership per company, even if the address
 * has changed.
 */
export async function joinCompanies(db: Queryable, userId: UserId): Promise<void> {
  await db.query(
    `update company_members m set user_id = u.user_id from users u
      where u.user_id = $1 and u.guest is null and u.email_verified_at is not null
        and m.email = u.email and m.user_id is null and m.removed_at is null
        and not exists (select 1 from company_members o
                         where o.company_id = m.company_id and o.user_id = u.user_id and o.removed_at is null)`,
    [userId],
  )
}

export interface OwnCompanyRow extends CompanyRow {
  readonly role: CompanyRole | null
  readonly booking_limit_minor: number | null
  readonly month_limit_minor: number | null
  readonly spent_minor: number
}

/** Lists the driver's companies and their own unapproved requests, newest first. */
export const listOwnCompanies = (db: Queryable, userId: UserId, nowMs: number) =>
  db.query<OwnCompanyRow>(
    `select c.*, m.role, m.booking_limit_minor, m.month_limit_minor,
            case when m.role is null then 0 else spent_for_member(c.company_id, $1, $2) end as spent_minor
       from companies c left join company_members m on m.company_id = c.company_id and m.user_id = $1 and m.removed_at is null
      where m.member_id is not null or (c.user_id = $1 and c.status <> 'approved')
      order by c.created_at desc limit 50`,
    [userId, new Date(nowMs)],
  )

export interface PayingCompany {
  readonly company_id: UserId
  readonly name: string
  readonly country_code: CountryCode
  readonly plates: readonly string[]
}

/** Returns the company if the driver is one of its members. */
export async function findPayingCompany(
  db: Queryable,
  userId: UserId,
  companyId: string,
): Promise<PayingCompany | undefined> {
  const [row] = await db.query<PayingCompany>(
    `select c.company_id, c.name, c.country_code, c.plates from companies c join company_members m using (company_id)
      where c.company_id = $2 and c.status = 'approved' and m.user_id = $1 and m.removed_at is null`,
    [userId, companyId],
  )
  return row
}

/** Returns undefined unless the user is one of its administrators. */
export async function findOwnCompany(
  db: Queryable,
  userId: UserId,
  companyId: string,
): Promise<PayingCompany | undefined> {
  const [row] = await db.query<PayingCompany>(
    `select c.company_id, c.name, c.country_code, c.plates from companies c join company_members m using (company_id)
      where c.company_id = $2 and c.status = 'approved' and m.user_id = $1 and m.role = 'admin' and m.removed_at is null`,
    [userId, companyId],
  )
  return row
}

/** Like `findOwnCompany`, but checked under the company's lock, so that two administrators cannot remove each other. */
export async function lockOwnCompany(
  tx: Queryable,
  userId: UserId,
  companyId: string,
): Promise<PayingCompany | undefined> {
  await lockCompany(tx, companyId)
  return findOwnCompany(tx, userId, companyId)
}

export interface CompanyMemberRow {
  readonly member_id: string
  readonly email: string
  readonly user_id: UserId | null
  readonly role: CompanyRole
  readonly booking_limit_minor: number | null
  readonly month_limit_minor: number | null
  readonly spent_minor: number
}

/** Lists current members, ordered by address. */
export const listCompanyMembers = (db: Queryable, companyId: UserId, nowMs: number) =>
  db.query<CompanyMemberRow>(
    `select member_id, email, user_id, role, booking_limit_minor, month_limit_minor,
            case when user_id is null then 0 else spent_for_member(company_id, user_id, $2) end as spent_minor
       from company_members where company_id = $1 and removed_at is null order by email`,
    [companyId, new Date(nowMs)],
  )

export interface MemberWish extends CompanyMemberBody {
  readonly memberId: string
  readonly companyId: UserId
  readonly nowMs: number
}

/** Invites an address and makes its email due immediately, or changes the role and limits of an existing member. */
export async function putCompanyMember(tx: Queryable, wish: MemberWish): Promise<void> {
  await tx.query(
    `insert into company_members (member_id, company_id, email, role, booking_limit_minor, month_limit_minor, mail_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (company_id, email) where removed_at is null
     do update set role = $4, booking_limit_minor = $5, month_limit_minor = $6`,
    [
      ...[wish.memberId, wish.companyId, wish.email, wish.role],
      ...[wish.booking_limit, wish.month_limit, new Date(wish.nowMs)],
    ],
  )
}

export async function removeCompanyMember(tx: Queryable, memberId: string, nowMs: number): Promise<void> {
  await tx.query('update company_members set removed_at = $2, mail_at = null where member_id = $1', [
    memberId,
    new Date(nowMs),
  ])
}

/** Takes normalised plates; an empty list means any plate. */
export async function setCompanyPlates(tx: Queryable, companyId: UserId, plates: readonly string[]): Promise<void> {
  await tx.query('update companies set plates = $2 where company_id = $1', [companyId, plates])
}

/** Whether the company that pays for a booking pays for a car of this plate. */
export async function isCompanyPlate(tx: Queryable, companyId: UserId, plate: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from companies where company_id = $1 and (plates = '{}' or $2 = any (plates)) for share`,
    [companyId, plate],
  )
  return rows.length > 0
}

export interface InvitationMailRow {
  readonly email: string
  readonly name: string
  readonly contact_name: string
  readonly language: Language
}

export async function findInvitationMail(db: Queryable, memberId: string): Promise<InvitationMailRow | undefined> {
  const [row] = await db.query<InvitationMailRow>(
    `select m.email, c.name, c.contact_name, c.language from company_members m join companies c using (company_id)
      where m.member_id::text = $1 and m.removed_at is null`,
    [memberId],
  )
  return row
}
