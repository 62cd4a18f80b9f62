import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { attendantDeviceSingle, type AttendantDeviceWire, pairBody, pairSingle } from '../../src/contract/attendant.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { requireDevice } from './guards/require-device.ts'
import { validate } from '../http/validate.ts'
import { deviceScope } from '../repositories/idempotency.ts'
import { type AttendantDevice, revokeDevice } from '../repositories/pairing.ts'
import { pair } from '../services/pairing.ts'

const toWire = (device: AttendantDevice): AttendantDeviceWire => ({
  device_id: device.device_id,
  device_name: device.name,
  paired_at: toRfc3339(toInstant(device.paired_at)),
  parks: [...device.parks],
})

/** An attendant's phone joins with a one-time code, reads its own pairing, and leaves. */
export function pairingRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const device = requireDevice(deps)

  routes.post(
    '/attendant/pair',
    describe(
      {
        tag: 'attendants',
        summary: 'Pair a phone with a one-time code; no account is needed',
        answers: { 200: pairSingle },
      },
      deps.config,
    ),
    validate('json', pairBody),
    async (c) => {
      const { code, device_name: deviceName = null } = c.req.valid('json')
      const key = findIdempotencyKey(c) ?? randomUUID()
      const paired = await pair(deps, { text: code, deviceName, key, address: c.get('address') })
      if (paired.ok) {
        const { device: opened, token } = paired.value
        c.set('scope', deviceScope(opened.device_id))
        c.set('openedSession', opened.device_id)
        return c.json({ data: { ...toWire(opened), token } })
      }
      const { error } = paired
      return problem(c, error.code, 'retryAfterSeconds' in error ? { retryAfterSeconds: error.retryAfterSeconds } : {})
    },
  )

  routes.get(
    '/attendant/device',
    describe(
      {
        tag: 'attendants',
        summary: 'The paired phone and its parks',
        answers: { 200: attendantDeviceSingle },
        secured: true,
      },
      deps.config,
    ),
    device,
    (c) => c.json({ data: toWire(c.get('device')) }, 200, { 'cache-control': 'no-store' }),
  )

  routes.delete(
    '/attendant/device',
    describe({ tag: 'attendants', summary: 'Unpair the phone', answers: { 204: null }, secured: true }, deps.config),
    device,
    async (c) => {
      await revokeDevice(deps.db, c.get('device').device_id, deps.clock.now())
      return c.body(null, 204)
    },
  )

  return routes
}
