/** Members of an organisation: invited by email, accepted once by the account with that address. */
import type { InvitationBody, MemberBody } from '../../src/contract/console.ts'
import { DAY_MS, toInstant } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { CONSOLE_TEXTS } from '../messages/console-texts.ts'
import type { Language } from '../messages/language.ts'
import type { FieldCode } from '../messages/shapes.ts'
import type { Mail } from '../repositories/mail.ts'
import {
  changeMember,
  findOrganisation,
  insertInvitation,
  insertMember,
  type InvitationRow,
  listMembers,
  listMemberships,
  listOrganisationParks,
  lockInvitation,
  lockOrganisation,
  type MemberRow,
  type OrganisationRow,
  removeMember,
  markInvitationUsed,
} from '../repositories/organisations.ts'
import { findParkIds } from '../repositories/pairing.ts'
import type { UserRow } from '../repositories/users.ts'
import type { Refusal } from '../rules/refusal.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { hashSecret, makeSecret } from '../rules/tokens.ts'
import { makeOperatorId } from './operators.ts'

const INVITATION_VALID_MS = 7 * DAY_MS

const refuseField = (field: string, code: FieldCode | 'park_not_found'): Refusal => ({
  code: 'validation_failed',
  fields: [{ field, code }],
})

/**
 * Returns the ids of the given car parks; null for all. An owner has all of them. A car park of another organisation is
 * answered as if it did not exist.
 */
async function readParks(
  tx: Queryable,
  organisationId: string,
  { role, parks }: Pick<InvitationBody, 'role' | 'parks'>,
): Promise<Result<readonly number[] | null, Refusal>> {
  if (parks === null) return ok(null)
  if (role === 'owner') return err(refuseField('parks', 'invalid'))
  const codes = [...new Set(parks.map((code) => code.toUpperCase()))]
  const [found, own] = await Promise.all([findParkIds(tx, codes), listOrganisationParks(tx, organisationId)])
  const ids = codes.flatMap((code) => found.get(code)?.id ?? [])
  const areOwn = ids.length === codes.length && ids.every((id) => own.includes(id))
  return areOwn ? ok(ids) : err(refuseField('parks', 'park_not_found'))
}

export interface Invited {
  readonly invitation: InvitationRow
  readonly organisation: OrganisationRow
  /** Used in the mail only; just its hash is stored. */
  readonly code: string
}

/** Replaces an open invitation to the same address. The mail is sent after the transaction has ended. */
export async function inviteMember(
  tx: Queryable,
  {
    organisationId,
    body,
    nowMs,
  }: { readonly organisationId: string; readonly body: InvitationBody; readonly nowMs: number },
): Promise<Result<Invited, Refusal>> {
  await lockOrganisation(tx, organisationId)
  const email = normaliseEmail(body.email)
  const members = await listMembers(tx, organisationId)
  if (members.some((member) => member.email === email)) return err(refuseField('email', 'already_member'))
  const parks = await readParks(tx, organisationId, body)
  if (!parks.ok) return parks
  const organisation = await findOrganisation(tx, organisationId)
  if (organisation === undefined) return err({ code: 'not_found' })
  const code = makeSecret()
  const invitation = await insertInvitation(tx, {
    ...{ invitation_id: uuid7(nowMs), organisation_id: organisationId, email, role: body.role, parks: parks.value },
    ...{ codeHash: hashSecret(code), created_at: toInstant(nowMs), expires_at: toInstant(nowMs + INVITATION_VALID_MS) },
  })
  return ok({ invitation, organisation, code })
}

/** The code is in the URL fragment, so no server receives it. */
export function toInvitationMail(
  { invitation, organisation, code }: Invited,
  language: Language,
  publicUrl: string,
): Mail {
  const link = `${publicUrl}/operator#invitation=${code}`
  const facts = { organisation: organisation.name, role: invitation.role, link }
  return { to: invitation.email, ...CONSOLE_TEXTS[language].invitation(facts), code }
}

/** A code can be used once, and only by the account that it was sent to. */
export async function acceptInvitation(
  tx: Queryable,
  { user, code, nowMs }: { readonly user: UserRow; readonly code: string; readonly nowMs: number },
): Promise<Result<Pick<MemberRow, 'key_id' | 'role'> & OrganisationRow, Refusal>> {
  const row = await lockInvitation(tx, hashSecret(code))
  const isTheirs = row !== undefined && row.email === user.email && user.email_verified_at !== null
  if (!isTheirs) return err(refuseField('code', 'invitation_invalid'))
  if (row.used_at !== null) return err(refuseField('code', 'invitation_used'))
  if (row.withdrawn_at !== null || row.expires_at <= nowMs) return err(refuseField('code', 'invitation_invalid'))
  await lockOrganisation(tx, row.organisation_id)
  const isMember = (await listMemberships(tx, user.user_id)).some((one) => one.organisation_id === row.organisation_id)
  if (isMember) return err(refuseField('code', 'already_member'))
  const organisation = await findOrganisation(tx, row.organisation_id)
  if (organisation === undefined) return err(refuseField('code', 'invitation_invalid'))
  const member = { key_id: makeOperatorId(), role: row.role }
  await insertMember(tx, {
    ...{ ...member, organisation_id: row.organisation_id, user_id: user.user_id, parks: row.parks },
    ...{ name: user.email, nowMs },
  })
  await markInvitationUsed(tx, row.invitation_id, nowMs)
  return ok({ ...member, ...organisation })
}

export interface MemberChange {
  readonly organisationId: string
  readonly keyId: string
  readonly body: MemberBody
  readonly nowMs: number
}

/**
 * Changes or removes a member; `after` is null when removed. The last owner cannot be changed to another role or
 * removed.
 */
export async function changeMembership(
  tx: Queryable,
  { organisationId, keyId, body, nowMs }: MemberChange,
): Promise<Result<{ readonly before: MemberRow; readonly after: MemberRow | null }, Refusal>> {
  await lockOrganisation(tx, organisationId)
  const members = await listMembers(tx, organisationId)
  const before = members.find((member) => member.key_id === keyId)
  if (before === undefined) return err({ code: 'not_found' })
  const role = body.active === false ? null : (body.role ?? before.role)
  const isLast = before.role === 'owner' && members.filter((member) => member.role === 'owner').length === 1
  if (isLast && role !== 'owner') return err(refuseField('role', 'last_owner'))
  if (role === null) {
    await removeMember(tx, keyId, nowMs)
    return ok({ before, after: null })
  }
  const parks = await nextParks(tx, before, { ...body, role })
  if (!parks.ok) return parks
  const after = { ...before, role, parks: parks.value }
  await changeMember(tx, after)
  return ok({ before, after })
}

/** Returns null for an owner, who has all car parks. */
async function nextParks(
  tx: Queryable,
  before: MemberRow,
  { role, parks }: MemberBody & Pick<InvitationBody, 'role'>,
): Promise<Result<readonly number[] | null, Refusal>> {
  if (parks !== undefined) return readParks(tx, before.organisation_id, { role, parks })
  return ok(role === 'owner' ? null : before.parks)
}
