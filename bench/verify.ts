import { gzipSync } from 'node:zlib'
import type { DayListWire } from '../src/contract/attendant.ts'
import { makeBookingCode } from '../src/domain/code.ts'
import { toParkId } from '../src/domain/ids.ts'
import { HOUR_MS, MINUTE_MS, toInstant, toRfc3339 } from '../src/domain/instant.ts'
import { type PassJwk, type PassPayload, signPass } from '../src/domain/pass.ts'
import { signJson } from '../src/domain/signed-data.ts'
import { must } from '../src/lib/assert.ts'
import { GateBrowser } from './gate-browser.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const VERIFY_AT_MOST_MS = 5
const LIST_AT_MOST_MS = 300
const BOOKINGS = 1_000
const PASSES = 200
const LISTS = 9
const PARK = 7
const KEY = 1

const NOW = toInstant(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
const START = toInstant(NOW - HOUR_MS)
const END = toInstant(NOW + HOUR_MS)

const payloadOf = (index: number): PassPayload => ({
  keyId: KEY,
  parkId: toParkId(PARK),
  bookingTail: (0x1000_0000_0000 + index).toString(16).padStart(16, '0'),
  sequence: 1,
  start: START,
  end: END,
  vehicleType: 1,
  plate: `B${String(index).padStart(6, '0')}`,
  plateCut: false,
  code: makeBookingCode(Uint8Array.of(index >> 8, index & 31, (index >> 5) & 31, 3, 4, 5, 6)),
})

const entryOf = ({ bookingTail, code, plate }: PassPayload): DayListWire['entries'][number] => ({
  booking: bookingTail,
  sequence: 1,
  code,
  plate,
  vehicle_type_id: 1,
  start_time: toRfc3339(START),
  end_time: toRfc3339(END),
  state: 'expected',
  tariff_version: 'bench',
})

function makeList(payloads: readonly PassPayload[]): DayListWire {
  const park = { id: PARK, code: 'CA00000', name: 'Bench', timezone: 'America/Toronto', currency: 'CAD' as const }
  return {
    park: { ...park, capacity: BOOKINGS, arrival_minutes: 15, grace_minutes: 10 },
    ...{ kind: 'full', issued_at: toRfc3339(NOW), cursor: 'bench', base: null },
    entries: payloads.map(entryOf),
    ...{ revoked: [], inside: 0, tariff: null, taxes: [], earlier_rates: [] },
  }
}

async function makeWorld() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk: PassJwk = { kty: 'EC', crv: 'P-256', x: must(x, 'x'), y: must(y, 'y') }
  const payloads = Array.from({ length: BOOKINGS }, (_, index) => payloadOf(index))
  const data = makeList(payloads)
  const signature = await signJson(JSON.stringify(data), pair.privateKey)
  return {
    keys: [{ kid: KEY, jwk }],
    list: JSON.stringify({ data, kid: KEY, signature }),
    passes: await Promise.all(payloads.slice(0, PASSES).map((payload) => signPass(payload, pair.privateKey))),
    now: NOW,
  }
}

/** From a pass's text to its verdict, and from the text of a day list to the list in the phone's database, on a slow phone. */
export async function benchVerify(): Promise<readonly BenchRow[]> {
  const world = await makeWorld()
  const browser = await GateBrowser.start()
  try {
    const verdicts = await browser.onPage(4, (page) => page.evaluate((all) => window.gatePage.timeVerdicts(all), world))
    const lists: number[] = []
    for (let round = 0; round < LISTS; round += 1) {
      lists.push(
        await browser.onPage(4, (page) =>
          page.evaluate(({ list, keys }) => window.gatePage.timeList(list, keys), world),
        ),
      )
    }
    const verify = { name: 'a pass to its verdict, 4x CPU, median', value: median(verdicts), unit: 'ms', digits: 1 }
    const ready = { name: 'day list of 1,000 bookings, stored and read back, 4x CPU', value: median(lists), unit: 'ms' }
    const bytes = { name: 'that list, gzip', value: gzipSync(world.list).length / 1000, unit: 'kB', digits: 1 }
    return [
      limited({ ...verify, atMost: VERIFY_AT_MOST_MS }),
      limited({ ...ready, atMost: LIST_AT_MOST_MS }),
      limited(bytes),
    ]
  } finally {
    await browser.stop()
  }
}
