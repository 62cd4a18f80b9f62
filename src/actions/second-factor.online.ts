import { beginMoneyFactor, showMoneyFactor } from '../api/second-factor.ts'
import type { PasskeyLoginBody } from '../contract/passkeys.ts'
import { type FactorRequired, factorRequiredExtra, type SecondFactor } from '../contract/second-factor.ts'
import type { OutboxRow } from '../db/read/outbox.ts'
import type { Currency } from '../domain/money.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { type ActionError, extraOf } from './failures.ts'
import { loadCeremony, type PasskeyError } from './passkeys.online.ts'
import { type Ack, attemptAsUser, tryAgain } from './requests.online.ts'

/** `sent`: a code was mailed to that address. */
export type FactorStep<Done> =
  | { readonly kind: 'sent'; readonly sentTo: string }
  | { readonly kind: 'done'; readonly value: Done }

/** Requests and shows the passkey if the account has one; otherwise the provider has mailed a code. */
export async function answerFactor<Done>(
  factor: SecondFactor,
  show: (response: PasskeyLoginBody['response']) => Promise<Result<Done, ActionError>>,
  phone: AppContext,
): Promise<Result<FactorStep<Done>, PasskeyError>> {
  if (factor.kind === 'email') return ok({ kind: 'sent', sentTo: factor.email })
  const ceremony = await loadCeremony(phone)
  if (ceremony === undefined) return err({ kind: 'timeout' })
  const response = await ceremony.askForPasskey(factor.options)
  if (!response.ok) return response
  const shown = await show(response.value)
  return shown.ok ? ok({ kind: 'done', value: shown.value }) : shown
}

/** A money request that waits for its driver's second factor and is then resent under its own key. */
export interface MoneyToConfirm {
  readonly requestId: string
  readonly amountMinor: number
  readonly currency: Currency
}

type Confirmed = Promise<Result<Ack | null, ActionError>>

const bodyOf = ({ requestId, amountMinor, currency }: MoneyToConfirm) => ({
  ...{ request: requestId, amount: amountMinor, currency },
})

const begin = (asked: MoneyToConfirm, phone: AppContext): Promise<Result<SecondFactor, ActionError>> =>
  attemptAsUser(phone, () => beginMoneyFactor(phone.client, bodyOf(asked)))

async function confirm(
  asked: MoneyToConfirm,
  proof: { readonly code: string } | { readonly response: PasskeyLoginBody['response'] },
  phone: AppContext,
): Confirmed {
  const shown = await attemptAsUser(phone, () => showMoneyFactor(phone.client, { ...bodyOf(asked), ...proof }))
  return shown.ok ? tryAgain(asked.requestId, phone) : shown
}

/** With a passkey, confirms and sends the request; otherwise has a code mailed. */
export async function beginConfirmation(
  asked: MoneyToConfirm,
  phone: AppContext = appContext,
): Promise<Result<FactorStep<Ack | null>, PasskeyError>> {
  const begun = await begin(asked, phone)
  return begun.ok ? answerFactor(begun.value, (response) => confirm(asked, { response }, phone), phone) : begun
}

/** Refusals: code_invalid, code_expired, and those of the request. */
export const confirmWithCode = (
  { code, ...asked }: MoneyToConfirm & { readonly code: string },
  phone: AppContext = appContext,
): Confirmed => confirm(asked, { code }, phone)

const findRequired = extraOf('second_factor_required', factorRequiredExtra)

/** Returns the required factor, if the request waits for one. */
export function findFactorRequired({ lastError }: Pick<OutboxRow, 'lastError'>): FactorRequired | undefined {
  const { code = '', extra = {} } = lastError ?? {}
  return findRequired({ kind: 'refused', code, detail: '', extra })
}

/** Mails the code on the tap that needs it. A passkey waits for a tap of its own, as browsers require. */
export async function mailCodeFor<T>(
  refused: Result<T, ActionError>,
  { amountMinor, currency }: Pick<MoneyToConfirm, 'amountMinor' | 'currency'>,
  phone: AppContext,
): Promise<Result<T, ActionError>> {
  const required = refused.ok ? undefined : findRequired(refused.error)
  if (required?.second_factor !== 'email') return refused
  const begun = await begin({ requestId: required.request, amountMinor, currency }, phone)
  return begun.ok ? refused : begun
}
