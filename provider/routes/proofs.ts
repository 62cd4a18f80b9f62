import { Hono } from 'hono'
import { bookingProofSchema } from '../../src/contract/proofs.ts'
import { parseBookingCode } from '../../src/domain/code.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { makeProof } from '../services/proof.ts'
import { signAnswer } from '../services/signed-answer.ts'

/** For a dispute: signed by the provider, so that a printout can be verified. */
export function proofRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/bookings/:code/proof',
    describe(
      {
        tag: 'bookings',
        summary: 'The pass, the check-ins, the ledger lines and the payments of a booking, signed; for its owner alone',
        answers: { 200: bookingProofSchema },
        secured: true,
      },
      deps.config,
    ),
    requireUser(deps),
    async (c) => {
      const code = parseBookingCode(c.req.param('code'))
      const row = code.ok ? await deps.store.findBookingByCode(c.get('userId'), code.value) : undefined
      if (row === undefined) return problem(c, 'booking_not_found')
      const proof = await makeProof(deps.db, row, deps.clock.now())
      return c.body(await signAnswer(deps.signer, proof), 200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
    },
  )
  return routes
}
