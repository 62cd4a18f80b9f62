import { pairAttendant, syncAttendant } from '../../../src/actions/attendant.online.ts'
import { type Decision, recordCheckIn } from '../../../src/actions/attendant.ts'
import { findDayList } from '../../../src/db/read/attendant.ts'
import { parsePairing } from '../../../src/domain/typed-code.ts'
import { attendantOf } from '../oracle/stored.ts'
import { nothing, pickFrom, said, standStill, type Tap } from './tap.ts'

/** Skips a paired phone, which would have to be unpaired first. */
export async function pair({ world, tab }: Tap): Promise<string> {
  if (attendantOf(tab.device)?.live === true) return nothing()
  const code = parsePairing(await standStill({ world }, () => world.provider.makePairing(0, 1)))
  return code.ok ? said(await pairAttendant({ code: code.value, deviceName: null }, tab.phone)) : code.error
}

/** Decides about a car with or without a booking; sometimes refuses it. */
async function decide({ world, random, tab }: Tap, parkCode: string): Promise<Decision> {
  const park = world.provider.server.parks.find(({ code }) => code === parkCode)
  const own = world.provider.state().bookings.filter(({ booking }) => booking.park_id === park?.id)
  const booking = random.chance(0.8) ? pickFrom(random, own)?.booking : undefined
  return {
    parkCode,
    booking: booking?.booking_id.replaceAll('-', '').slice(-16) ?? null,
    code: null,
    plate: booking?.plate ?? 'WALK 1',
    sequence: booking === undefined ? null : 1,
    direction: random.pick(['in', 'out']),
    isAdmitted: random.chance(0.9),
    listIssuedAt: (await findDayList(parkCode, tab.phone.dbs))?.list.issuedAt ?? null,
    verdict: booking === undefined ? 'unknown' : 'valid',
    method: 'plate',
    overrideReason: null,
  }
}

export async function checkIn(tap: Tap): Promise<string> {
  const { world, tab } = tap
  const device = attendantOf(tab.device)
  if (device === undefined) return nothing()
  const decision = await decide(tap, device.parkCode)
  const trueMs = world.timeline.now()
  const kept = await recordCheckIn(decision, tab.phone)
  if (!kept.ok) return kept.error.kind
  const { nonce, isAdmitted } = kept.value
  if (isAdmitted) world.recorded.push({ device: tab.device, nonce, owner: `device:${device.deviceId}`, trueMs })
  return decision.direction
}

export const syncGate = async ({ tab }: Pick<Tap, 'tab'>): Promise<string> => said(await syncAttendant(tab.phone))
