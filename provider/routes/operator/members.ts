import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  type Invitation,
  invitationBody,
  invitationList,
  invitationSingle,
  type Member,
  memberBody,
  memberList,
  memberSingle,
  withdrawInvitationBody,
} from '../../../src/contract/console.ts'
import { toRfc3339 } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { err, ok } from '../../../src/lib/result.ts'
import { isUuid } from '../../../src/lib/uuid7.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import {
  type InvitationRow,
  listInvitations,
  listMembers,
  type MemberRow,
  withdrawInvitation,
} from '../../repositories/organisations.ts'
import { findParksById } from '../../repositories/pairing.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { mayMail } from '../../services/account-mails.ts'
import { runInBackground } from '../../services/background.ts'
import { changeMembership, type Invited, inviteMember, toInvitationMail } from '../../services/console-members.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE } from './answer.ts'
import { INVITATION_EXAMPLE, MEMBER_EXAMPLE } from './examples.ts'

/** Never missing here: only members of organisations can have the scope. */
const organisationOf = (c: Context<AppEnv>): string => must(c.get('operator').organisation_id, 'organisation')

const parksOf = async (db: Queryable, ids: readonly number[] | null) =>
  ids === null ? null : [...(await findParksById(db, ids))]

const toMemberWire = async (db: Queryable, row: MemberRow, ownKeyId: string): Promise<Member> => ({
  member_id: row.key_id,
  email: row.email,
  name: `${row.first_name} ${row.last_name}`.trim(),
  role: row.role,
  parks: await parksOf(db, row.parks),
  since: toRfc3339(row.created_at),
  last_used_at: row.last_used_at === null ? null : toRfc3339(row.last_used_at),
  is_you: row.key_id === ownKeyId,
})

const toInvitationWire = async (db: Queryable, row: InvitationRow): Promise<Invitation> => ({
  invitation_id: row.invitation_id,
  email: row.email,
  role: row.role,
  parks: await parksOf(db, row.parks),
  created_at: toRfc3339(row.created_at),
  expires_at: toRfc3339(row.expires_at),
})

function addMembers(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'members')

  routes.get(
    '/operator/members',
    describeOperator(deps, { summary: 'People of the organisation', answers: { 200: memberList } }),
    operator,
    async (c) => {
      const rows = await listMembers(deps.db, organisationOf(c))
      const items = await Promise.all(rows.map((row) => toMemberWire(deps.db, row, c.get('operator').key_id)))
      return c.json({ items }, 200, NO_STORE)
    },
  )

  routes.patch(
    '/operator/members/:id',
    describeOperator(deps, {
      summary: 'Change a role and its car parks, or remove somebody, who is signed out at once',
      answers: { 200: memberSingle },
      example: MEMBER_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', memberBody),
    (c) => {
      const [keyId, body] = [c.req.param('id').toUpperCase(), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const changed = await changeMembership(tx, { organisationId: organisationOf(c), keyId, body, nowMs })
          if (!changed.ok) return err<Refusal>(changed.error)
          const { before, after } = changed.value
          const action = after === null ? 'member.remove' : 'member.change'
          const data = await toMemberWire(tx, after ?? before, c.get('operator').key_id)
          return ok({ data, change: { action, subject: keyId, details: body } })
        },
      })
    },
  )
}

function addWithdrawal(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.patch(
    '/operator/invitations/:id',
    describeOperator(deps, {
      summary: 'Withdraw an invitation: its link opens nothing any more',
      answers: { 200: invitationSingle },
      example: INVITATION_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'members'),
    validate('json', withdrawInvitationBody),
    (c) => {
      const id = c.req.param('id')
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const asked = { organisationId: organisationOf(c), id, nowMs }
          const row = isUuid(id) ? await withdrawInvitation(tx, asked) : undefined
          if (row === undefined) return err<Refusal>({ code: 'not_found' })
          const change = { action: 'invitation.withdraw' as const, subject: id, details: {} }
          return ok({ data: await toInvitationWire(tx, row), change })
        },
      })
    },
  )
}

/** The change log leaves out the invited address, so that it is deleted together with its account. */
export function operatorMemberRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'members')
  addMembers(routes, deps)
  addWithdrawal(routes, deps)

  routes.get(
    '/operator/invitations',
    describeOperator(deps, { summary: 'Invitations that can still be accepted', answers: { 200: invitationList } }),
    operator,
    async (c) => {
      const rows = await listInvitations(deps.db, organisationOf(c), deps.clock.now())
      return c.json({ items: await Promise.all(rows.map((row) => toInvitationWire(deps.db, row))) }, 200, NO_STORE)
    },
  )

  routes.post(
    '/operator/invitations',
    describeOperator(deps, {
      summary: 'Invite somebody by email; replaces an open invitation to the same address',
      answers: { 201: invitationSingle },
      example: INVITATION_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', invitationBody),
    async (c) => {
      const body = c.req.valid('json')
      if (!(await mayMail(deps, 'invitation', body.email.toLowerCase())))
        return problem(c, 'rate_limited', { retryAfterSeconds: 3600 })
      let invited: Invited | undefined
      const response = await answerOnce(c, deps, {
        status: 201,
        work: async (tx, { nowMs }) => {
          const made = await inviteMember(tx, { organisationId: organisationOf(c), body, nowMs })
          if (!made.ok) return err<Refusal>(made.error)
          invited = made.value
          const { invitation_id: subject, role } = invited.invitation
          const data = await toInvitationWire(tx, invited.invitation)
          return ok({ data, change: { action: 'member.invite', subject, details: { role, parks: body.parks } } })
        },
      })
      if (response.ok && invited !== undefined) {
        const mail = toInvitationMail(invited, c.get('language'), deps.config.publicUrl)
        runInBackground(deps.log, 'mail.invitation', () => deps.mailer.send(mail))
      }
      return response
    },
  )

  return routes
}
