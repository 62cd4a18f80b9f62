import { expect, test } from 'vitest'
import { drain } from '../../src/sync/drain.ts'
import { answering, cancel, createRig, edit, newVehicleId, setDefault } from './support/outbox-phone.ts'
import { problemOf, VEHICLE_ID, vehicleOf } from './support/small-provider.ts'

const busy = answering(() => problemOf(503, 'unavailable', { 'retry-after': '600' }))

test('what waits behind another of its thing is due with that one, and nobody drains again before', async () => {
  const rig = await createRig()
  const first = await rig.ask(edit('NEW-111'))
  rig.phone.line.through = busy
  await drain(rig.phone)
  await rig.ask(setDefault(VEHICLE_ID))
  const head = (await rig.rows()).find(({ id }) => id === first.id)
  expect(await drain(rig.phone)).toMatchObject({ kind: 'rested', left: 2, nextAt: head?.nextAt })
  expect(head?.nextAt).toBeGreaterThan(rig.clock.now() + 500_000)
})

test('a second choice of a default is due when the first one is', async () => {
  const rig = await createRig()
  const other = newVehicleId(1)
  rig.provider.vehicles.set(other, vehicleOf(other))
  const first = await rig.ask(setDefault(other))
  rig.phone.line.through = busy
  await drain(rig.phone)
  await rig.ask(setDefault())
  const head = (await rig.rows()).find(({ id }) => id === first.id)
  expect(await drain(rig.phone)).toMatchObject({ kind: 'rested', left: 2, nextAt: head?.nextAt })
})

test('another thing does not wait for it', async () => {
  const rig = await createRig()
  await rig.ask(edit('NEW-111'))
  rig.phone.line.through = busy
  await drain(rig.phone)
  const now = rig.clock.now()
  rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
  await rig.ask(cancel())
  const outcome = await drain(rig.phone)
  expect(outcome.kind === 'rested' && (outcome.nextAt ?? 0) - now).toBeLessThan(10_000)
})
