/** The operator console: members of an organisation, their invitations, and sign-in with a second factor. */
import * as v from 'valibot'
import { EMAIL } from '../domain/email.ts'
import { instantText, single, uuid } from './common.ts'
import { OPERATOR_ROLES } from '../domain/operator-role.ts'
import { MAX_PARKS, operatorKeySchema, parkCodeText } from './operator.ts'
import { factorKind, factorProof } from './second-factor.ts'

const role = v.picklist(OPERATOR_ROLES)
/** Car park codes of a role limited to some of the organisation's parks; null: all. */
const parkCodes = v.nullable(v.pipe(v.array(parkCodeText), v.minLength(1), v.maxLength(MAX_PARKS)))
const organisation = v.object({ id: uuid, name: v.string() })

export const invitationCodeBody = v.strictObject({ code: v.pipe(v.string(), v.trim(), v.maxLength(100)) })

/** The organisations of the driver's account, and its second factors. */
export const membershipsSingle = single(
  v.object({
    memberships: v.array(v.object({ organisation, role })),
    second_factor: factorKind,
  }),
)
export type Memberships = v.InferOutput<typeof membershipsSingle>['data']

export const consoleSessionBody = v.strictObject({
  organisation_id: uuid,
  ...factorProof,
})
export type ConsoleSessionBody = v.InferInput<typeof consoleSessionBody>

/** `token` is valid for operator endpoints only, until an hour after its last use and for at most twelve hours. */
export const consoleSessionSingle = single(
  v.object({ token: v.string(), expires_at: instantText, operator: operatorKeySchema }),
)
export type ConsoleSession = v.InferOutput<typeof consoleSessionSingle>['data']

export const memberSchema = v.object({
  member_id: v.string(),
  email: v.string(),
  name: v.string(),
  role,
  /** Null: all car parks of the organisation. */
  parks: v.nullable(v.array(v.object({ id: v.number(), code: v.string(), name: v.string() }))),
  since: instantText,
  last_used_at: v.nullable(instantText),
  /** True for the member who asks. */
  is_you: v.boolean(),
})
export type Member = v.InferOutput<typeof memberSchema>
export const memberSingle = single(memberSchema)
export const memberList = v.object({ items: v.array(memberSchema) })

export const memberBody = v.pipe(
  v.strictObject({
    role: v.exactOptional(role),
    parks: v.exactOptional(parkCodes),
    /** False removes the member from the organisation and signs them out at once. */
    active: v.exactOptional(v.literal(false)),
  }),
  v.check((change) => Object.keys(change).length > 0, 'nothing to change'),
  v.examples([{ role: 'manager', parks: ['CAKQ2M7'] }, { active: false }]),
)
export type MemberBody = v.InferOutput<typeof memberBody>

export const invitationBody = v.pipe(
  v.strictObject({
    email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL)),
    role,
    parks: v.optional(parkCodes, null),
  }),
  v.examples([{ email: 'manager@example.com', role: 'manager', parks: ['CAKQ2M7'] }]),
)
export type InvitationBody = v.InferOutput<typeof invitationBody>

export const invitationSchema = v.object({
  invitation_id: uuid,
  email: v.string(),
  role,
  parks: memberSchema.entries.parks,
  created_at: instantText,
  expires_at: instantText,
})
export type Invitation = v.InferOutput<typeof invitationSchema>
export const invitationSingle = single(invitationSchema)
/** Invitations that can still be accepted. */
export const invitationList = v.object({ items: v.array(invitationSchema) })
export const withdrawInvitationBody = v.pipe(
  v.strictObject({ active: v.literal(false) }),
  v.examples([{ active: false }]),
)
export const acceptedSingle = single(v.object({ organisation, role }))
