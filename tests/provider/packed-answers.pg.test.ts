import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  const lines = readFileSync(new URL('../../data/parks.ndjson', import.meta.url), 'utf8').split('\n')
  await importParks(
    provider.deps,
    lines.filter((line) => line !== ''),
  )
})
afterAll(() => provider.close())

const TORONTO = [-79.48, -79.43, -79.38, -79.33].flatMap((lng) =>
  [43.62, 43.67, 43.72, 43.77].map((lat) => cellOf(lat, lng)),
)

// Future times, since bookings are only counted from the present on.
const STAY = 'start_time=2100-01-01T10:00:00Z&end_time=2100-01-01T12:00:00Z'

test.each([
  ['a list', '/parks/front/parks/?country=SN'],
  ['spaces free', `/parks/free?ids=${String(Array.from({ length: 60 }, (_, index) => index + 1))}&${STAY}`],
  ['cells', `/parks/cells?cells=${TORONTO.join(',')}`],
])('%s is packed for a client that can read that, and says the same', async (_, path) => {
  // Both answers are of one instant, because an answer says when its spaces were counted.
  const ask = (headers: Readonly<Record<string, string>>) => provider.request('GET', `/api/v1${path}`, { headers })
  const [packed, plain] = [await ask({ 'accept-encoding': 'gzip' }), await ask({})]
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  for (const { headers } of [packed, plain]) {
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('content-type')).toBe('application/json')
  }
  const text = await plain.text()
  const bytes = new Uint8Array(await packed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(text)
  expect(bytes.length).toBeLessThan(text.length / 4)
})
