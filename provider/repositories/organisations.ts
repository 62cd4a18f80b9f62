/** Operator organisations with their car parks, members and invitations. */
import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'

export interface OrganisationRow {
  readonly organisation_id: string
  readonly name: string
}

export async function findOrganisation(db: Queryable, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.query<OrganisationRow>(
    'select organisation_id, name from operator_organisations where organisation_id = $1',
    [id],
  )
  return row
}

/** Creates the organisation unless the name exists, ignoring case. */
export async function ensureOrganisation(
  db: Queryable,
  { id, name, nowMs }: { readonly id: string; readonly name: string; readonly nowMs: number },
): Promise<OrganisationRow> {
  await db.query(
    'insert into operator_organisations (organisation_id, name, created_at) values ($1, $2, $3) on conflict do nothing',
    [id, name, new Date(nowMs)],
  )
  const row = await findOrganisationByName(db, name)
  if (row === undefined) throw new Error('An organisation was not made')
  return row
}

export async function findOrganisationByName(db: Queryable, name: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.query<OrganisationRow>(
    'select organisation_id, name from operator_organisations where lower(name) = lower($1)',
    [name],
  )
  return row
}

export async function listOrganisationParks(db: Queryable, organisationId: string): Promise<readonly number[]> {
  const rows = await db.query<{ park_id: number }>(
    'select park_id from operator_parks where organisation_id = $1 order by park_id',
    [organisationId],
  )
  return rows.map(({ park_id: id }) => id)
}

/** Lists those parks that belong to an organisation with another name. */
export const findForeignParks = (
  db: Queryable,
  name: string,
  parkIds: readonly number[],
): Promise<ReadonlyArray<{ readonly park_id: number }>> =>
  db.query(
    `select p.park_id from operator_parks p join operator_organisations o using (organisation_id)
      where p.park_id = any($2::int[]) and lower(o.name) <> lower($1)`,
    [name, parkIds],
  )

/** Assigns parks without an organisation to this one. */
export async function takeParks(tx: Queryable, organisationId: string, parkIds: readonly number[]): Promise<void> {
  await tx.query(
    'insert into operator_parks (park_id, organisation_id) select unnest($2::int[]), $1 on conflict do nothing',
    [organisationId, parkIds],
  )
}

export interface MemberRow {
  readonly key_id: string
  readonly organisation_id: string
  readonly user_id: UserId
  readonly role: OperatorRole
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly parks: readonly number[] | null
  readonly created_at: Instant
  readonly last_used_at: Instant | null
}

const SELECT_MEMBER = `select m.key_id, m.organisation_id, m.user_id, m.role, u.email, u.first_name, u.last_name, k.parks, k.created_at, k.last_used_at
  from operator_members m join operator_keys k using (key_id) join users u on u.user_id = m.user_id where m.removed_at is null`

/** Serialises changes, so that no two of them leave an organisation without an owner. */
export async function lockOrganisation(tx: Queryable, id: string): Promise<void> {
  await tx.query('select 1 from operator_organisations where organisation_id = $1 for update', [id])
}

export const listMembers = (db: Queryable, organisationId: string): Promise<readonly MemberRow[]> =>
  db.query<MemberRow>(`${SELECT_MEMBER} and m.organisation_id = $1 order by k.created_at, m.key_id`, [organisationId])

export const listMemberships = (
  db: Queryable,
  userId: UserId,
): Promise<ReadonlyArray<OrganisationRow & Pick<MemberRow, 'key_id' | 'role'>>> =>
  db.query(
    `select m.key_id, m.organisation_id, m.role, o.name from operator_members m join operator_organisations o using (organisation_id)
      where m.user_id = $1 and m.removed_at is null order by o.name`,
    [userId],
  )

export interface NewMember extends Pick<MemberRow, 'key_id' | 'organisation_id' | 'user_id' | 'role' | 'parks'> {
  readonly name: string
  readonly nowMs: number
}

export async function insertMember(tx: Queryable, member: NewMember): Promise<void> {
  await tx.query(
    `insert into operator_keys (key_id, name, scopes, organisation_id, parks, created_at) values ($1, $2, '{}', $3, $4, $5)`,
    [member.key_id, member.name, member.organisation_id, member.parks, new Date(member.nowMs)],
  )
  await tx.query('insert into operator_members (key_id, organisation_id, user_id, role) values ($1, $2, $3, $4)', [
    ...[member.key_id, member.organisation_id, member.user_id, member.role],
  ])
}

export async function changeMember(
  tx: Queryable,
  { key_id: keyId, role, parks }: Pick<MemberRow, 'key_id' | 'role' | 'parks'>,
): Promise<void> {
  await tx.query('update operator_members set role = $2 where key_id = $1', [keyId, role])
  await tx.query('update operator_keys set parks = $2 where key_id = $1', [keyId, parks])
}

/** Removes a member, which also ends the access of their sessions. */
export async function removeMember(tx: Queryable, keyId: string, nowMs: number): Promise<void> {
  await tx.query('update operator_members set removed_at = $2 where key_id = $1 and removed_at is null', [
    keyId,
    new Date(nowMs),
  ])
}

export interface InvitationRow {
  readonly invitation_id: string
  readonly organisation_id: string
  readonly email: string
  readonly role: OperatorRole
  readonly parks: readonly number[] | null
  readonly created_at: Instant
  readonly expires_at: Instant
  readonly used_at: Instant | null
  readonly withdrawn_at: Instant | null
}

const INVITATION = `invitation_id, organisation_id, email, role, parks, created_at, expires_at, used_at, withdrawn_at`

/** Replaces a pending invitation to the same address. */
export async function insertInvitation(
  tx: Queryable,
  one: Omit<InvitationRow, 'used_at' | 'withdrawn_at'> & { readonly codeHash: string },
): Promise<InvitationRow> {
  await tx.query(
    `update operator_invitations set withdrawn_at = $3
      where organisation_id = $1 and email = $2 and used_at is null and withdrawn_at is null`,
    [one.organisation_id, one.email, new Date(one.created_at)],
  )
  const [row] = await tx.query<InvitationRow>(
    `insert into operator_invitations (invitation_id, organisation_id, email, role, parks, code_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${INVITATION}`,
    [
      ...[one.invitation_id, one.organisation_id, one.email, one.role, one.parks, one.codeHash],
      ...[new Date(one.created_at), new Date(one.expires_at)],
    ],
  )
  if (row === undefined) throw new Error('An invitation was not stored')
  return row
}

/** Locks the invitation until the transaction ends, so that only one of two concurrent acceptances succeeds. */
export async function lockInvitation(tx: Queryable, codeHash: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.query<InvitationRow>(
    `select ${INVITATION} from operator_invitations where code_hash = $1 for update`,
    [codeHash],
  )
  return row
}

export async function markInvitationUsed(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query('update operator_invitations set used_at = $2 where invitation_id = $1', [id, new Date(nowMs)])
}

const OPEN = 'organisation_id = $1 and used_at is null and withdrawn_at is null and expires_at > $2'

export const listInvitations = (
  db: Queryable,
  organisationId: string,
  nowMs: number,
): Promise<readonly InvitationRow[]> =>
  db.query<InvitationRow>(`select ${INVITATION} from operator_invitations where ${OPEN} order by created_at`, [
    organisationId,
    new Date(nowMs),
  ])

/** Returns undefined when the organisation has no such open invitation. */
export async function withdrawInvitation(
  tx: Queryable,
  { organisationId, id, nowMs }: { readonly organisationId: string; readonly id: string; readonly nowMs: number },
): Promise<InvitationRow | undefined> {
  const [row] = await tx.query<InvitationRow>(
    `update operator_invitations set withdrawn_at = $2 where ${OPEN} and invitation_id = $3 returning ${INVITATION}`,
    [organisationId, new Date(nowMs), id],
  )
  return row
}
