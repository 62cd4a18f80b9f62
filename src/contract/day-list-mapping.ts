import type { DayListEntry, DayListPart, Rate } from '../domain/day-list.ts'
import { toBookingCode, toParkId } from '../domain/ids.ts'
import { mustInstant } from '../domain/instant.ts'
import type { DayListEntryWire, DayListWire } from './attendant.ts'
import { hoursFromWire, tariffFromWire, taxFromWire } from './tariff-mapping.ts'
import type { TariffWire, TaxWire } from './tariff.ts'

const rateFromWire = (tariff: TariffWire, taxes: readonly TaxWire[]): Rate => ({
  tariff: tariffFromWire(tariff),
  taxes: taxes.map(taxFromWire),
})

const entryFromWire = (wire: DayListEntryWire): DayListEntry => ({
  booking: wire.booking,
  sequence: wire.sequence,
  code: toBookingCode(wire.code),
  plate: wire.plate,
  vehicleType: wire.vehicle_type_id,
  start: mustInstant(wire.start_time),
  end: mustInstant(wire.end_time),
  state: wire.state,
  since: wire.since === undefined ? null : mustInstant(wire.since),
  tariffVersion: wire.tariff_version,
  ...(wire.problem === undefined ? {} : { problem: { kind: wire.problem.kind, at: mustInstant(wire.problem.at) } }),
  ...(wire.overstay === undefined
    ? {}
    : { paid: { paidMinor: wire.overstay.paid, until: mustInstant(wire.overstay.until) } }),
  ...(wire.hours === undefined ? {} : { hours: hoursFromWire(wire.hours) }),
})

/** Maps a day list from its wire format. Throws for an invalid time, which a verified signature rules out. */
export function dayListFromWire(wire: DayListWire): DayListPart {
  const { park } = wire
  return {
    park: {
      id: toParkId(park.id),
      code: park.code,
      name: park.name,
      timezone: park.timezone,
      capacity: park.capacity,
      leeway: { arrivalMinutes: park.arrival_minutes, graceMinutes: park.grace_minutes },
    },
    kind: wire.kind,
    base: wire.base,
    issuedAt: mustInstant(wire.issued_at),
    cursor: wire.cursor,
    inside: wire.inside,
    rate: wire.tariff === null ? null : rateFromWire(wire.tariff, wire.taxes),
    earlierRates: wire.earlier_rates.map(({ tariff, taxes }) => rateFromWire(tariff, taxes)),
    entries: wire.entries.map(entryFromWire),
    revoked: wire.revoked.map(({ booking, min_sequence: minSequence }) => ({ booking, minSequence })),
  }
}
