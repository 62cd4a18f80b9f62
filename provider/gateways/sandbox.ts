import type { PaymentKind } from '../../src/contract/payments.ts'
import { isCurrency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { makeSecret } from '../rules/tokens.ts'
import { listBacks, refundCharge } from '../repositories/sandbox-backs.ts'
import { findCharge, insertCharge } from '../repositories/sandbox-charges.ts'
import { createSandboxSaved } from './sandbox-saved.ts'
import type { Gateway, GatewayTrouble, SentCharge, Verified } from './gateway.ts'
import { checkTimedSignature, hmacHex, parseObject, textAt } from './signature.ts'

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature'

const BACK_EVENT = /^(refund|charge\.(reversed|dispute))/

const findSecret = (db: Database): Promise<string> => getOrCreateSecret(db, 'sandbox_webhooks', makeSecret)

type Deps = { readonly db: Database; readonly clock: Clock }

async function verifyCharge({ db, clock }: Deps, { reference }: SentCharge): Promise<Result<Verified, GatewayTrouble>> {
  const charge = await findCharge(db, reference)
  if (charge === undefined) return err({ kind: 'unknown', detail: 'no such charge' })
  const isDue = charge.paid_at !== null && charge.paid_at <= clock.now()
  if (charge.status === 'paid' && isDue && isCurrency(charge.currency)) {
    const { amount_minor: amountMinor, currency } = charge
    return ok({ status: 'paid', amountMinor, currency, gatewayReference: reference })
  }
  if (charge.status === 'abandoned' || charge.status === 'failed') return ok({ status: charge.status })
  return ok({ status: 'pending' })
}

/** Stands in for a gateway without keys: we render its page, its books are a table, and no money moves. */
export function createSandboxGateway(deps: Deps, kind: PaymentKind): Gateway {
  const { db, clock } = deps
  return {
    name: 'sandbox',
    kind,
    sandbox: true,
    publicKey: null,
    scriptUrl: null,
    async start({ reference, amountMinor, currency, returnUrl, origin, keep = false }) {
      const charge = { reference, kind, amountMinor, currency, returnUrl, keeps: keep && kind !== 'mobile_money' }
      await insertCharge(db, { ...charge, nowMs: clock.now() })
      return ok({
        gatewayReference: reference,
        link: `${origin}/sandbox/pay/${reference}`,
        ...(kind === 'card' ? { clientSecret: `${reference}_secret_sandbox` } : {}),
      })
    },
    verify: (charge) => verifyCharge(deps, charge),
    async refund({ reference, amountMinor, key }) {
      const state = await refundCharge(db, { reference, amountMinor, key, nowMs: clock.now() })
      return state === undefined ? err({ kind: 'not_started', detail: 'nothing left to refund' }) : ok(state)
    },
    listBack: async ({ reference }) => ok(await listBacks(db, reference)),
    async readWebhook(webhook) {
      const header = webhook.headers.get(SANDBOX_SIGNATURE_HEADER)
      const checked = checkTimedSignature(webhook, { header, secret: await findSecret(db), separator: '.' })
      if (!checked.ok) return checked
      const event = parseObject(webhook.body)
      const [eventId, type] = [textAt(event, 'id'), textAt(event, 'type')]
      if (eventId === null || type === null) return err('malformed')
      return ok({ eventId, type, reference: textAt(event, 'data', 'reference'), isBack: BACK_EVENT.test(type) })
    },
    // Like the real ones: mobile money operators charge only with the payer's confirmation.
    ...(kind === 'mobile_money'
      ? {}
      : { saved: createSandboxSaved({ ...deps, kind, verify: (charge) => verifyCharge(deps, charge) }) }),
  }
}

/** Signs a webhook the way the sandbox gateway does. */
export async function signSandboxWebhook(
  db: Database,
  event: { readonly id: string; readonly type: string; readonly reference: string; readonly nowMs: number },
): Promise<{ readonly body: Uint8Array; readonly headers: Headers }> {
  const text = JSON.stringify({ id: event.id, type: event.type, data: { reference: event.reference } })
  const body = new TextEncoder().encode(text)
  const seconds = String(Math.floor(event.nowMs / 1000))
  const signature = hmacHex({ algorithm: 'sha256', secret: await findSecret(db) }, [seconds, '.', body])
  return { body, headers: new Headers({ [SANDBOX_SIGNATURE_HEADER]: `t=${seconds},v1=${signature}` }) }
}
