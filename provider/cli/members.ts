import { parseArgs } from 'node:util'
import { invitationBody } from '../../src/contract/console.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../../src/domain/operator-role.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { consoleLog } from '../../src/lib/log.ts'
import { toPlainText } from '../../src/lib/plain-text.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import * as v from 'valibot'
import type { ProviderConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { MESSAGES } from '../messages/messages.ts'
import { dropFromMoney, listMoneyStaff, nameForMoney } from '../repositories/money-staff.ts'
import {
  findOrganisationByName,
  listMembers,
  listOrganisationParks,
  type MemberRow,
  type OrganisationRow,
  removeMember,
} from '../repositories/organisations.ts'
import { findParkIds, findParksById } from '../repositories/pairing.ts'
import { inviteMember, toInvitationMail } from '../services/console-members.ts'
import { ownParks } from '../services/operators.ts'
import type { Printed } from './attendants.ts'

const USAGE = `operators invite EMAIL --organisation NAME --role ${OPERATOR_ROLES.join('|')} [--park CODE]...  mails a link to the console;
                            the car parks become the organisation's, and of a manager or staff they are the only ones
operators members --organisation NAME  its people
operators remove EMAIL --organisation NAME  they are signed out at once
operators money EMAIL --organisation NAME on|off  of the platform's own staff, whose organisation has no car park: may end money
                            cases in the console (docs/money.md)`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const usage: Printed = { lines: [USAGE], exitCode: 2 }

const OPTIONS = {
  organisation: { type: 'string' },
  role: { type: 'string' },
  park: { type: 'string', multiple: true },
} as const

function parse(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
    return { ...values, name: toPlainText(values.organisation ?? '').slice(0, 80), email: positionals.join(' ') }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

export interface MembersDeps {
  readonly db: Database
  readonly config: Pick<ProviderConfig, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'sandbox'>
}

interface Wish {
  readonly name: string
  readonly email: string
  readonly role: OperatorRole
  readonly codes: readonly string[]
}

/** Thrown to roll back what the transaction wrote before the refusal. */
class Refused extends Error {}

/** All or nothing: if the mail server does not accept the mail, the invitation is rolled back. */
async function send({ db, config }: MembersDeps, { name, email, role, codes }: Wish): Promise<Result<string, string>> {
  const mailer = createMailer({ config, db, clock: systemClock, log: consoleLog })
  const nowMs = systemClock.now()
  try {
    return await db.transaction(async (tx) => {
      const found = await findParkIds(tx, codes)
      const unknown = codes.find((code) => !found.has(code))
      if (unknown !== undefined) throw new Refused(`No car park has the code ${unknown}.`)
      const owned = await ownParks(tx, { name, parkIds: [...found.values()].map(({ id }) => id), nowMs })
      if (!owned.ok) throw new Refused(owned.error.words)
      const parks = role === 'owner' || codes.length === 0 ? null : [...codes]
      const made = await inviteMember(tx, { organisationId: owned.value, body: { email, role, parks }, nowMs })
      if (!made.ok) throw new Refused(wordsOf(made.error.fields?.[0]?.code))
      await mailer.send(toInvitationMail(made.value, 'en', config.publicUrl))
      return ok(made.value.invitation.email)
    })
  } catch (error) {
    if (error instanceof Refused) return err(error.message)
    throw error
  }
}

const wordsOf = (code: string | undefined): string =>
  Object.entries(MESSAGES.en.fields).find(([name]) => name === code)?.[1] ?? 'This invitation is not valid.'

async function invite(deps: MembersDeps, words: readonly string[]): Promise<Printed> {
  const asked = parse(words)
  if (asked === undefined || asked.name === '') return usage
  const codes = [...new Set((asked.park ?? []).map((code) => code.toUpperCase()))]
  const body = v.safeParse(invitationBody, { email: asked.email, role: asked.role })
  if (!body.success) return usage
  const sent = await send(deps, { name: asked.name, email: body.output.email, role: body.output.role, codes })
  if (!sent.ok) return refused(sent.error)
  return { lines: [`Invitation to ${asked.name} sent to ${sent.value}. It is valid for 7 days.`], exitCode: 0 }
}

const lineOf = async (db: Database, row: MemberRow, named: ReadonlySet<string>): Promise<string> =>
  [
    row.key_id,
    row.email,
    row.role,
    row.parks === null ? 'all car parks' : (await findParksById(db, row.parks)).map(({ code }) => code).join(','),
    ...(named.has(row.key_id) ? ['money cases'] : []),
    `since ${toRfc3339(row.created_at)}`,
    row.last_used_at === null ? 'never signed in' : `used ${toRfc3339(row.last_used_at)}`,
  ].join('  ')

/** The service's role has no write access to `money_staff`, so its connection cannot authorise anyone. */
async function nameStaff(
  db: Database,
  {
    member,
    organisation,
    word,
  }: { readonly member: MemberRow; readonly organisation: OrganisationRow; readonly word: string },
): Promise<Printed> {
  if (word === 'off') {
    const isDropped = await dropFromMoney(db, member.key_id)
    return isDropped
      ? { lines: [`${member.email} ends no money cases any more.`], exitCode: 0 }
      : refused(`${member.email} was not named for money cases.`)
  }
  if (word !== 'on') return usage
  if ((await listOrganisationParks(db, organisation.organisation_id)).length > 0)
    return refused(`${organisation.name} has car parks: it is a party to their money, and ends no money cases.`)
  return (await nameForMoney(db, member.key_id, systemClock.now()))
    ? { lines: [`${member.email} may end money cases in the console.`], exitCode: 0 }
    : refused(`${member.email} was named for money cases before.`)
}

/** `words`: the arguments after `operators`, beginning with invite, members, money or remove. */
export async function runMembers(deps: MembersDeps, words: readonly string[]): Promise<Printed> {
  const { db } = deps
  const [verb = ''] = words
  if (verb === 'invite') return invite(deps, words.slice(1))
  const asked = parse(words.slice(1))
  if (asked === undefined || asked.name === '') return usage
  const organisation = await findOrganisationByName(db, asked.name)
  if (organisation === undefined) return refused(`There is no organisation ${asked.name}.`)
  const members = await listMembers(db, organisation.organisation_id)
  if (verb === 'members') {
    const named = await listMoneyStaff(db)
    const lines = await Promise.all(members.map((row) => lineOf(db, row, named)))
    return { lines: [...lines, `${String(members.length)} people`], exitCode: 0 }
  }
  const [email = '', word = ''] = asked.email.split(' ')
  const member = members.find((row) => row.email === email.toLowerCase())
  if (member === undefined) return refused(`${asked.name} has nobody with the address ${email}.`)
  if (verb === 'money') return nameStaff(db, { member, organisation, word })
  await removeMember(db, member.key_id, systemClock.now())
  return { lines: [`${member.email} is signed out and removed.`], exitCode: 0 }
}
