import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { createRandom } from '../simulation/world/random.ts'
import { createCrowd, openPacedPhone, openRealPhone } from './support/crowd.ts'

// Simulates an hour of a thousand phones.
vi.setConfig({ testTimeout: 180_000 })

const PHONES = 1_000
const OUTAGE_MINUTES = 30
/** Allows for the longest wait of ten minutes, and for pages that check once a minute. */
const RECOVERY_MINUTES = 16

/** Requests in each second between two minutes. */
const secondsOf = (load: ReadonlyMap<number, number>, from: number, to: number): readonly number[] =>
  Array.from({ length: (to - from) * 60 }, (_, second) => load.get(from * 60 + second) ?? 0)

const meanOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length

interface Crowd {
  /** How many of the thousand are complete phones; the others only have real pacing. */
  readonly real: number
  /** Requests per second that the provider can answer. */
  readonly perSecond: number
}

async function outlast({ real, perSecond }: Crowd) {
  const random = createRandom(29)
  const crowd = createCrowd(perSecond, () => random.next())
  crowd.gateway.isDown = true
  const phones = [
    ...(await Promise.all(Array.from({ length: real }, (_, index) => openRealPhone(crowd, index)))),
    ...Array.from({ length: PHONES - real }, () => openPacedPhone(crowd)),
  ]
  await crowd.timeline.pass(OUTAGE_MINUTES * MINUTE_MS)
  crowd.gateway.isDown = false
  await crowd.timeline.pass(RECOVERY_MINUTES * MINUTE_MS)
  const { load } = crowd.gateway
  const outage = secondsOf(load, 5, OUTAGE_MINUTES)
  const recovery = secondsOf(load, OUTAGE_MINUTES, OUTAGE_MINUTES + 12)
  const [peak, mean] = [Math.max(...recovery), meanOf(recovery)]
  console.info(
    `requests a second: ${meanOf(outage).toFixed(1)} while down (peak ${String(Math.max(...outage))}), ` +
      `${mean.toFixed(1)} in the 12 minutes after (peak ${String(peak)}), of ${String(perSecond)} that it can answer`,
  )
  return { phones, outageMean: meanOf(outage), peak, mean }
}

test.each<Crowd>([
  { real: 8, perSecond: 120 },
  { real: 0, perSecond: 30 },
])(
  'fault 29: a thousand phones with open pages outlast half an hour of refusals, and come back a few at a time ($perSecond a second)',
  async (crowd) => {
    const { phones, outageMean, peak, mean } = await outlast(crowd)
    expect(phones.filter((phone) => !phone.isDone())).toEqual([])
    expect(phones.filter((phone) => !phone.hasPulled())).toEqual([])
    // Less than twice the load of the pages' probes alone.
    expect(outageMean).toBeLessThan((2 * PHONES) / 60)
    expect(peak).toBeLessThan(PHONES / 10)
    expect(peak / mean).toBeLessThan(7)
  },
)
