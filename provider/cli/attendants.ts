import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { systemClock } from '../../src/lib/clock.ts'
import { systemRandom } from '../../src/lib/random.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { pairingLink } from '../../src/domain/typed-code.ts'
import type { Database } from '../db/database.ts'
import { type AttendantDevice, listDevices, revokeDevice } from '../repositories/pairing.ts'
import { createPairing } from '../services/pairing.ts'
import { makeSecret } from '../rules/tokens.ts'

export interface Printed {
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** Returns the car parks of `pair --park CODE [--park CODE]`, or undefined for any other arguments. */
function readParks(words: readonly string[]): readonly string[] | undefined {
  try {
    const { values } = parseArgs({ args: [...words], options: { park: { type: 'string', multiple: true } } })
    return values.park
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Prints a one-time code, its link, and the link as a QR code for the phone's camera. */
export async function pairPhone(
  db: Database,
  options: { readonly words: readonly string[]; readonly publicUrl: string },
): Promise<Printed> {
  const parkCodes = readParks(options.words)
  if (parkCodes === undefined) return { lines: ['pair needs --park CODE, once a park'], exitCode: 2 }
  const pairing = await createPairing({ db, clock: systemClock, random: systemRandom, makeSecret }, parkCodes)
  if (!pairing.ok) return { lines: [`No park has the code ${pairing.error.unknown}`], exitCode: 1 }
  const { code, parks, expiresMs } = pairing.value
  const link = pairingLink(options.publicUrl, code)
  return {
    lines: [
      `Pairing code: ${displayBookingCode(code)}`,
      ...parks.map((park) => `Park: ${park.code} ${park.name}`),
      `Valid once, until ${toRfc3339(toInstant(expiresMs))}`,
      link,
      renderUnicodeCompact(link, { border: 4 }),
    ],
    exitCode: 0,
  }
}

const describeDevice = (device: AttendantDevice): string =>
  [
    device.device_id,
    device.name ?? '-',
    device.parks.map(({ code }) => code).join(','),
    `paired ${toRfc3339(toInstant(device.paired_at))}`,
    `seen ${toRfc3339(toInstant(device.last_seen_at))}`,
    ...(device.revoked_at === null ? [] : [`revoked ${toRfc3339(toInstant(device.revoked_at))}`]),
  ].join('  ')

export async function printDevices(db: Database): Promise<Printed> {
  const devices = await listDevices(db)
  return { lines: [...devices.map(describeDevice), `${String(devices.length)} phones`], exitCode: 0 }
}

export async function revokePhone(db: Database, deviceId: string): Promise<Printed> {
  const isRevoked = await revokeDevice(db, deviceId, systemClock.now())
  return isRevoked
    ? { lines: [`${deviceId} is no longer paired.`], exitCode: 0 }
    : { lines: [`No paired phone has the id ${deviceId}`], exitCode: 1 }
}
