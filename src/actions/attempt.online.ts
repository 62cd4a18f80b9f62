import { unreachable } from '../lib/assert.ts'
import { err, type Result } from '../lib/result.ts'
import type { Phone } from '../sync/phone.ts'
import { isReachable, probe } from '../sync/probe.ts'
import type { NowError } from '../sync/requests/send-now.ts'
import type { ActionError, ActionRefusal } from './action-error.ts'
import { asTapped } from './as-tapped.ts'
import { withStorage } from './with-storage.ts'

type Problem = Extract<NowError, { readonly kind: 'problem' }>

const toRefusal = ({ code, detail, fields, extra, retryAfterMs }: Problem): ActionRefusal => ({
  kind: 'refused',
  code,
  detail,
  extra,
  ...(fields.length === 0 ? {} : { fields }),
  ...(retryAfterMs === null ? {} : { retryAfterMs }),
})

/** Asks whether the connection is gone before it blames the provider. */
async function blame(phone: Phone, otherwise: 'timeout' | 'invalid_response'): Promise<ActionError> {
  return (await probe(phone)).state === 'offline' ? { kind: 'offline' } : { kind: otherwise }
}

export async function toActionError(phone: Phone, error: NowError): Promise<ActionError> {
  switch (error.kind) {
    case 'problem':
      return toRefusal(error)
    case 'network':
    case 'timeout':
      return blame(phone, 'timeout')
    case 'foreign':
    case 'mismatch':
    case 'unechoed':
      return blame(phone, 'invalid_response')
    case 'invalid_response':
    case 'signed_out':
      return { kind: error.kind }
    case 'not_saved':
    case 'outbox_full':
    case 'outcome_unknown':
    case 'too_old':
    case 'unknown_outcome_ahead':
      return error
    default:
      return unreachable(error)
  }
}

/** Sends once if the provider can be reached. */
export const attempt = <T>(phone: Phone, send: () => Promise<Result<T, NowError>>): Promise<Result<T, ActionError>> =>
  withStorage(() => attemptOnce(phone, send))

async function attemptOnce<T>(phone: Phone, send: () => Promise<Result<T, NowError>>): Promise<Result<T, ActionError>> {
  if (!(await isReachable(phone))) return err({ kind: 'offline' })
  const result = await send()
  return result.ok ? result : err(await toActionError(phone, result.error))
}

/** As `attempt`, for the signed-in driver. */
export const attemptAsUser = <T>(
  phone: Phone,
  send: (userId: string) => Promise<Result<T, NowError>>,
): Promise<Result<T, ActionError>> =>
  withStorage(() =>
    asTapped(phone.dbs, async ({ user, live }) =>
      live ? attemptOnce(phone, () => send(user.user_id)) : err({ kind: 'signed_out' }),
    ),
  )
