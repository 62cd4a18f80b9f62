/**
 * Money decisions that need a person, in the console of the platform's own staff. Nothing of it is stored on the phone.
 */
import { beginActFactor, callOperator, showActFactor } from '../api/console.ts'
import {
  type ChargeReport,
  chargeReportSingle,
  type MoneyAct,
  type MoneyActDone,
  moneyActionList,
  type MoneyActionWire,
  moneyActSingle,
  type MoneyCases,
  moneyCasesSingle,
  type OwedPark,
  owedList,
} from '../contract/operator-money.ts'
import type { Page } from '../contract/common.ts'
import type { PasskeyLoginBody } from '../contract/passkeys.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { readOperator, withConsole } from './console.online.ts'
import type { ActionError } from './failures.ts'
import type { PasskeyError } from './passkeys.online.ts'
import { answerFactor, type FactorStep } from './second-factor.online.ts'

type Answer<T> = Promise<Result<T, ActionError>>

const PAGE = 20

export const loadCases = async (_organisationId: string): Answer<MoneyCases> => {
  const answer = await readOperator({ method: 'GET', path: '/money/cases', schema: moneyCasesSingle })
  return answer.ok ? ok(answer.value.data) : answer
}

export const loadOwed = async (_organisationId: string): Answer<readonly OwedPark[]> => {
  const answer = await readOperator({ method: 'GET', path: '/money/owed', schema: owedList })
  return answer.ok ? ok(answer.value.items) : answer
}

/** `about`: first day and the day after the last, UTC. */
export const loadCharges = async (about: string): Answer<ChargeReport> => {
  const [from, until] = about.split(' ')
  const query = { from, until }
  const answer = await readOperator({ method: 'GET', path: '/money/charges', query, schema: chargeReportSingle })
  return answer.ok ? ok(answer.value.data) : answer
}

/** `page`: from 1. */
export const loadActs = (page: number): Answer<Page<MoneyActionWire>> =>
  readOperator({ method: 'GET', path: '/money/actions', query: { page, size: PAGE }, schema: moneyActionList })

/** One act to be carried out once, under its key. */
export interface AskedAct {
  readonly key: string
  readonly act: MoneyAct
  readonly reason: string
}

export const askForAct = (act: MoneyAct, reason: string, phone: AppContext = appContext): AskedAct => ({
  key: uuid7(phone.clock.now(), phone.random),
  act,
  reason,
})

type Proof = { readonly code: string } | { readonly response: PasskeyLoginBody['response'] }

const send = async ({ key, act, reason }: AskedAct, phone: AppContext): Answer<MoneyActDone> => {
  const call = { method: 'POST', path: '/money/actions', body: { act, reason }, schema: moneyActSingle } as const
  const answer = await withConsole(phone, (token) => callOperator(phone.client, call, { token, key }))
  return answer.ok ? ok(answer.value.data) : answer
}

const isToConfirm = (error: ActionError): boolean => error.kind === 'refused' && error.code === 'second_factor_required'

/** Sends the act first: an earlier answer may have been lost, and a completed act needs no second factor. */
async function confirm(asked: AskedAct, proof: Proof, phone: AppContext): Answer<MoneyActDone> {
  const sent = await send(asked, phone)
  if (sent.ok || !isToConfirm(sent.error)) return sent
  const { key: request, act } = asked
  const shown = await withConsole(phone, (token) => showActFactor(phone.client, token, { request, act, ...proof }))
  return shown.ok ? send(asked, phone) : shown
}

/**
 * With a passkey, confirms and carries out the act; otherwise has a code mailed. An act that is refused anyway needs
 * neither.
 */
export async function beginAct(
  asked: AskedAct,
  phone: AppContext = appContext,
): Promise<Result<FactorStep<MoneyActDone>, PasskeyError>> {
  const sent = await send(asked, phone)
  if (sent.ok) return ok({ kind: 'done', value: sent.value })
  if (!isToConfirm(sent.error)) return sent
  const { key: request, act } = asked
  const begun = await withConsole(phone, (token) => beginActFactor(phone.client, token, { request, act }))
  return begun.ok ? answerFactor(begun.value, (response) => confirm(asked, { response }, phone), phone) : begun
}

/** Refusals: code_invalid, code_expired, and those of the act. */
export const confirmActWithCode = (
  { code, ...asked }: AskedAct & { readonly code: string },
  phone: AppContext = appContext,
): Answer<MoneyActDone> => confirm(asked, { code }, phone)
