import { parseArgs } from 'node:util'
import { COUNTRIES, type CountryCode } from '../../src/domain/country.ts'
import { EMAIL } from '../../src/domain/email.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { toPlainText } from '../../src/lib/plain-text.ts'
import { isUuid, uuid7 } from '../../src/lib/uuid7.ts'
import { normaliseEmail } from '../rules/registration.ts'
import type { Database } from '../db/database.ts'
import { type CompanyRow, findCompany, listCompanies, putCompanyMember } from '../repositories/companies.ts'
import { type CompanyDecision, decideCompany } from '../services/companies.ts'
import type { Printed } from './attendants.ts'

const LATEST = 200
const REASON_MAX = 500
const USAGE = `companies list [open|approved|refused]   requests for a business account
companies approve ID [--country CODE]    opens its wallet; the address of the request is its first administrator
companies refuse ID REASON               the reason is emailed to whoever asked
companies admin ID EMAIL                 makes an address an administrator, where none is left`

const usage: Printed = { lines: [USAGE], exitCode: 2 }
const STATUSES: readonly string[] = ['open', 'approved', 'refused'] satisfies ReadonlyArray<CompanyRow['status']>
const isStatus = (text: string): text is CompanyRow['status'] => STATUSES.includes(text)

const lineOf = (row: CompanyRow): string =>
  [
    ...[row.company_id, toRfc3339(toInstant(row.created_at)), row.status, row.name, row.contact_name, row.email],
    ...[row.country_code ?? 'no country', row.user_id === null ? 'visitor' : 'account'],
    ...[row.reason, row.text.replaceAll('\n', ' ')].filter((part) => part !== null),
  ].join('  ')

async function list(db: Database, status: string): Promise<Printed> {
  if (!isStatus(status)) return usage
  const rows = await listCompanies(db, status, LATEST)
  return { lines: rows.length === 0 ? ['There are no such requests.'] : rows.map(lineOf), exitCode: 0 }
}

function findCode(text: string): CountryCode | undefined {
  const wanted = text.toUpperCase()
  return COUNTRIES.find(({ code }) => code === wanted)?.code
}

function readDecision(verb: string, words: readonly string[]): CompanyDecision | undefined {
  if (verb === 'refuse') {
    const reason = toPlainText(words.join(' ')).slice(0, REASON_MAX)
    return reason === '' ? undefined : { status: 'refused', reason }
  }
  try {
    const { country } = parseArgs({ args: [...words], options: { country: { type: 'string' } } }).values
    const countryCode = country === undefined ? null : findCode(country)
    return verb === 'approve' && countryCode !== undefined ? { status: 'approved', countryCode } : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Adds an administrator to a company whose administrators have all deleted their accounts. */
async function addAdmin(db: Database, id: string, typed: string): Promise<Printed> {
  const email = normaliseEmail(typed)
  if (!isUuid(id) || !EMAIL.test(email)) return usage
  const company = await findCompany(db, id)
  if (company?.status !== 'approved') return { lines: [`No approved company has the id ${id}.`], exitCode: 1 }
  const nowMs = systemClock.now()
  const none = { booking_limit: null, month_limit: null }
  const wish = { memberId: uuid7(nowMs), companyId: company.company_id, email, role: 'admin', ...none, nowMs } as const
  await putCompanyMember(db, wish)
  return { lines: [`${email} is an administrator of ${company.name} once signed in.`], exitCode: 0 }
}

/** `words`: the arguments after `companies`. */
export async function runCompanies(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', id = '', ...rest] = words
  if (verb === 'list') return list(db, id === '' ? 'open' : id)
  if (verb === 'admin') return addAdmin(db, id, rest.join(' '))
  const decision = isUuid(id) ? readDecision(verb, rest) : undefined
  if (decision === undefined) return usage
  const done = await db.transaction((tx) => decideCompany(tx, { id, decision, nowMs: systemClock.now() }))
  if (!done.ok) return { lines: [done.error.words], exitCode: 1 }
  const { company, isChanged } = done.value
  if (!isChanged) return { lines: [`It was ${company.status} already.`], exitCode: 0 }
  const outcome = decision.status === 'approved' ? 'Approved.' : 'Refused.'
  return { lines: [`${outcome} An email to ${company.email} is on its way.`], exitCode: 0 }
}
