import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../src/lib/assert.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/verify-pass.mjs', import.meta.url))
const run = promisify(execFile)

let provider: TestProvider
let address: string
const server = createServer((request, answer) => {
  void provider.request('GET', must(request.url, 'address')).then(async (response) => {
    answer.writeHead(response.status, Object.fromEntries(response.headers))
    answer.end(await response.text())
  })
})
beforeAll(async () => {
  provider = await startTestProvider()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(async () => {
  server.close()
  await provider.close()
})

const verify = async (pass: string): Promise<unknown> =>
  JSON.parse((await run(process.execPath, [EXAMPLE, address, pass])).stdout) as unknown

test('the example of the documentation verifies a real pass by the published keys, and nothing else', async () => {
  const park = await insertTestPark(provider.deps.db)
  const booking = await mustBook(provider, await createDriver(provider), { parkId: park.id })
  const text = must(booking.pass, 'pass').text
  expect(await verify(text)).toEqual({
    result: 'valid',
    park: park.id,
    booking: booking.booking_id.replaceAll('-', '').slice(-16),
    sequence: 1,
    start: new Date(booking.start_time).toISOString(),
    end: new Date(booking.end_time).toISOString(),
    vehicleType: booking.vehicle_type_id,
    plate: booking.plate.replace(/[^A-Z0-9]/g, '').slice(0, 8),
    code: booking.booking_code.replace('-', ''),
  })
  const last = text.at(-1) === '0' ? '1' : '0'
  for (const [changed, result] of [
    [`${text.slice(0, 60)}${text[60] === 'A' ? 'B' : 'A'}${text.slice(61)}`, 'forged'],
    [`P2:${text.slice(3)}`, 'update_needed'],
    [text.slice(0, -1), 'no_pass'],
    [`${text.slice(0, -1)}${last}`, 'forged'],
    ['https://example.com', 'no_pass'],
  ] as const) {
    expect([changed, await verify(changed)]).toEqual([changed, { result }])
  }
})

test('the key set is a JSON Web Key Set that any origin may read, without private parts', async () => {
  const answer = await provider.request('GET', '/.well-known/jwks.json')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { keys } = (await answer.json()) as { readonly keys: ReadonlyArray<Record<string, unknown>> }
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})
