import type { ApiError } from '../api/api-error.ts'
import {
  acceptInvitation as sendAcceptance,
  beginSecondFactor,
  callOperator,
  endConsole,
  listMemberships,
  openConsole as sendOpening,
  type OperatorCall,
} from '../api/console.ts'
import {
  type ConsoleSession,
  type ConsoleSessionBody,
  type Invitation,
  type InvitationBody,
  invitationList,
  invitationSingle,
  type Member,
  type MemberBody,
  memberList,
  memberSingle,
  type Memberships,
} from '../contract/console.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { readTabText, removeTabText, writeTabText } from '../lib/session-storage.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUnderKey } from '../sync/send-under-key.ts'
import type { ActionError } from './failures.ts'
import type { PasskeyError } from './passkeys.online.ts'
import { attempt, attemptAsUser } from './requests.online.ts'
import { answerFactor, type FactorStep } from './second-factor.online.ts'

type Answer<T> = Promise<Result<T, ActionError>>

/** Kept for this tab across reloads, with the account that opened it. */
const STORED = 'operator_console'

interface Opened extends ConsoleSession {
  readonly userId: string
}

function readStored(): Opened | null {
  try {
    return JSON.parse(readTabText(STORED) ?? 'null') as Opened | null
  } catch {
    return null
  }
}

let opened: Opened | null | undefined

/**
 * Returns the session that this tab opened with the driver's account; null when there is none. The next answer shows
 * whether it is still valid.
 */
export function findConsole(userId: string): ConsoleSession | null {
  opened ??= readStored()
  return opened?.userId === userId ? opened : null
}

type OwnPark = NonNullable<ConsoleSession['operator']['parks']>[number]

/** Adds or renames a car park in the console's list. */
export function addConsolePark(park: OwnPark): void {
  if (opened === null || opened === undefined) return
  const { operator } = opened
  const others = (operator.parks ?? []).filter(({ id }) => id !== park.id)
  const parks = [...others, park].toSorted((a, b) => a.id - b.id)
  opened = { ...opened, operator: { ...operator, parks } }
  writeTabText(STORED, JSON.stringify(opened))
}

/** Forgets the session here; the provider ends it once it can be reached, or lets it expire. */
export function closeConsole(phone: AppContext = appContext): void {
  const token = opened?.token
  opened = null
  removeTabText(STORED)
  if (token !== undefined) phone.inBackground(endConsole(phone.client, token))
}

const ENDED: ActionError = { kind: 'refused', code: 'token_expired', detail: '', extra: {} }

/** Returns whether the second factor is required again. */
export const isConsoleEnded = (error: ActionError): boolean =>
  error.kind === 'refused' && (error.code === 'token_expired' || error.code === 'token_invalid')

/** Runs `work` with the token of the console's session. */
export function withConsole<T>(phone: AppContext, work: (token: string) => Promise<Result<T, ApiError>>): Answer<T> {
  const token = opened?.token
  return token === undefined ? Promise.resolve(err(ENDED)) : attempt(phone, () => work(token))
}

/** Reads with the console's session. */
export const readOperator = <T>(call: OperatorCall<T>, phone: AppContext = appContext): Answer<T> =>
  withConsole(phone, (token) => callOperator(phone.client, call, { token }))

/**
 * Makes a change with the console's session. Until it is answered, repeated taps count as one change.
 * @param form the opened form, for an act that adds up.
 */
export function changeOperator<T>(call: OperatorCall<T>, form?: string, phone: AppContext = appContext): Answer<T> {
  const about = JSON.stringify([call.method, call.path, call.query, call.body])
  return withConsole(phone, (token) =>
    sendUnderKey(phone, { about, form }, (key) => callOperator(phone.client, call, { token, key })),
  )
}

export const loadMemberships = (_userId: string, phone: AppContext = appContext): Answer<Memberships> =>
  attemptAsUser(phone, () => listMemberships(phone.client))

/** Refused with `validation_failed` when the invitation was used, is old or is for another address. */
export const acceptInvitation = (code: string, phone: AppContext = appContext) =>
  attemptAsUser(phone, () => sendAcceptance(phone.client, code, uuid7(phone.clock.now(), phone.random)))

async function open(phone: AppContext, userId: string, body: ConsoleSessionBody): Answer<ConsoleSession> {
  const answer = await attemptAsUser(phone, () => sendOpening(phone.client, body))
  if (!answer.ok) return answer
  opened = { ...answer.value, userId }
  writeTabText(STORED, JSON.stringify(opened))
  return answer
}

export interface WhichConsole {
  readonly userId: string
  readonly organisationId: string
}

/** Requests the passkey, if the account has one, and opens the console with it; otherwise has a code mailed. */
export async function beginConsole(
  { userId, organisationId }: WhichConsole,
  phone: AppContext = appContext,
): Promise<Result<FactorStep<ConsoleSession>, PasskeyError>> {
  const begun = await attemptAsUser(phone, () => beginSecondFactor(phone.client))
  if (!begun.ok) return begun
  const show = (response: ConsoleSessionBody['response']) =>
    open(phone, userId, { organisation_id: organisationId, ...(response && { response }) })
  return answerFactor(begun.value, show, phone)
}

/** Refusals: code_invalid, code_expired. */
export const openWithCode = (
  { userId, organisationId, code }: WhichConsole & { readonly code: string },
  phone: AppContext = appContext,
): Answer<ConsoleSession> => open(phone, userId, { organisation_id: organisationId, code })

export const loadMembers = async (_organisationId: string): Answer<readonly Member[]> => {
  const answer = await readOperator({ method: 'GET', path: '/members', schema: memberList })
  return answer.ok ? ok(answer.value.items) : answer
}

export const loadInvitations = async (_organisationId: string): Answer<readonly Invitation[]> => {
  const answer = await readOperator({ method: 'GET', path: '/invitations', schema: invitationList })
  return answer.ok ? ok(answer.value.items) : answer
}

export const invite = (body: InvitationBody) =>
  changeOperator({ method: 'POST', path: '/invitations', body, schema: invitationSingle })

export const withdrawInvitation = (id: string) =>
  changeOperator({ method: 'PATCH', path: `/invitations/${id}`, body: { active: false }, schema: invitationSingle })

export const changeMember = (id: string, body: MemberBody) =>
  changeOperator({ method: 'PATCH', path: `/members/${id}`, body, schema: memberSingle })
