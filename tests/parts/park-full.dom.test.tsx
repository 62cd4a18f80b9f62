import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { BookingFailure } from '../../src/parts/booking-failure.tsx'
import { render } from '../setup/render.tsx'

const full = (park: { readonly demo_fields?: readonly string[] } = {}): ActionError => ({
  kind: 'refused',
  code: 'park_full',
  detail: 'Full',
  extra: { alternatives: { times: [], parks: [{ id: 2, slug: 'mall', name: 'Mall', distance_m: 420, ...park }] } },
})
const STAY = {
  ...{ from: toInstant(0), until: toInstant(3_600_000), vehicleTypeId: 1 as const },
  ...{ change: () => undefined, changeVehicleType: () => undefined },
}

test.each<[CountryCode, string, string]>([
  ['US', 'America/New_York', 'Mall, 0.3\u00a0mi'],
  ['CA', 'America/Toronto', 'Mall, 420\u00a0m'],
])('a full car park in %s names others in the units of their country', async (country, timezone, named) => {
  const host = await render(
    <BookingFailure
      failure={full()}
      stay={STAY}
      park={{ timezone, country_code: country }}
      onAskAgain={() => undefined}
    />,
  )
  expect(host.querySelector('[role="alert"] a')?.textContent).toBe(named)
})

test('another car park whose name the sandbox made up is marked', async () => {
  const host = await render(
    <BookingFailure
      failure={full({ demo_fields: ['name', 'capacity'] })}
      stay={STAY}
      park={{ timezone: 'America/Toronto', country_code: 'CA' }}
      onAskAgain={() => undefined}
    />,
  )
  expect(host.querySelector('[role="alert"] a')?.textContent).toBe('Mall demo name, 420\u00a0m')
})
