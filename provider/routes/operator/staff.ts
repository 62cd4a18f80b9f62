import type { Context } from 'hono'
import { Hono } from 'hono'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  staffPairingBody,
  staffPairingSingle,
  staffPhoneList,
  staffPhoneSingle,
} from '../../../src/contract/operator-staff.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import { validate } from '../../http/validate.ts'
import { noteOperatorChange } from '../../repositories/operators.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import {
  findStaffParks,
  listPhones,
  revokeStaffPhone,
  toPairingWire,
  toPhoneWire,
} from '../../services/operator-staff.ts'
import { createPairingOnce } from '../../services/pairing.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { refuse } from '../refuse.ts'
import { answerOnce, describeOperator, NO_STORE, pageOf } from './answer.ts'
import { PAIRING_EXAMPLE, PHONE_EXAMPLE } from './day-examples.ts'

/** Avoids `answerOnce`, which would store the code. */
async function answerPairing(c: Context<AppEnv>, deps: ProviderDeps, codes: readonly string[]): Promise<Response> {
  const requestKey = findIdempotencyKey(c)
  if (requestKey === undefined) return problem(c, 'idempotency_key_required')
  const { key_id: keyId, parks: within } = c.get('operator')
  const parks = await findStaffParks(deps.db, codes, within)
  if (!parks.ok) return refuse(c, parks.error)
  const named = parks.value.map(({ code }) => code).toSorted()
  const nowMs = deps.clock.now()
  const request = JSON.stringify([keyId, requestKey, named])
  const pairing = await deps.db.transaction(async (tx) => {
    const made = await createPairingOnce(tx, { parks: parks.value, request, nonce: deps.makeSecret(), nowMs })
    const change = {
      keyId,
      action: 'phone.pair' as const,
      subject: named.join(' '),
      details: { parks: named },
      requestKey,
    }
    if (made.isNew) await noteOperatorChange(tx, { ...change, nowMs })
    return made
  })
  return c.json({ data: toPairingWire(pairing, deps.config.publicUrl) }, 201, NO_STORE)
}

/** Attendants' phones: listed, paired, revoked. */
export function operatorStaffRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'staff')

  routes.get(
    '/operator/phones',
    describeOperator(deps, {
      summary: 'Attendants’ phones of these car parks alone, those in use first',
      answers: { 200: staffPhoneList },
    }),
    operator,
    validate('query', operatorListQuery),
    async (c) => {
      const phones = await listPhones(deps.db, c.get('operator').parks)
      return c.json(pageOf(phones.map(toPhoneWire), c.req.valid('query')), 200, NO_STORE)
    },
  )

  routes.post(
    '/operator/phones/pairings',
    describeOperator(deps, {
      summary: 'A code that pairs one phone within 15 minutes; the same request has the same code',
      answers: { 201: staffPairingSingle },
      example: PAIRING_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', staffPairingBody),
    (c) => answerPairing(c, deps, c.req.valid('json').parks),
  )

  routes.delete(
    '/operator/phones/:id',
    describeOperator(deps, {
      summary: 'Revoke a phone: it has no list any more, and what it sends is marked',
      answers: { 200: staffPhoneSingle },
      example: PHONE_EXAMPLE,
      idempotent: true,
    }),
    operator,
    (c) => {
      const deviceId = c.req.param('id')
      return answerOnce(c, deps, {
        work: async (tx, at) => {
          const revoked = await revokeStaffPhone(tx, { deviceId, ...at })
          if (!revoked.ok) return err<Refusal>(revoked.error)
          const { phone, isChanged } = revoked.value
          const change = { action: 'phone.revoke' as const, subject: deviceId, details: {} }
          return ok({ data: toPhoneWire(phone), change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
