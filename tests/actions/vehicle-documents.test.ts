import { expect, test } from 'vitest'
import { addScan, toggleKind } from '../../src/actions/vehicle-documents.online.ts'
import { applyDocuments } from '../../src/db/apply/documents-page.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { documentsIn } from '../../src/db/read/vehicle-documents.ts'
import { createRig, USER_A } from '../sync/support/outbox-phone.ts'
import { VEHICLE_ID as vehicleId } from '../sync/support/small-provider.ts'
import { offline } from '../sync/support/test-phone.ts'

const NONE = { fees: null, vehicles: [], scans: [], renewals: [] }

test('a picture stays when a list arrives while it is being stored', async () => {
  const rig = await createRig()
  const { phone } = rig
  phone.line.through = offline
  phone.connection.set({ state: 'offline', lastSuccessAt: null })
  const since = await pullStart(phone.dbs, USER_A)
  const scan = { ofVehicle: vehicleId, document: 'licence', picture: new ArrayBuffer(8) } as const
  const land = () => applyDocuments(phone.dbs, USER_A, { documents: NONE, savedAt: 0, since })
  const adding = addScan(scan, phone)
  // Enough for several to land between any two of its transactions.
  for (let times = 0; times < 40; times += 1) await land()
  await adding
  const scanId = (await rig.rows()).flatMap(({ command }) => ('scanId' in command ? [command.scanId] : []))[0] ?? ''
  expect((await phone.dbs.user(USER_A).scans.get(scanId))?.picture.byteLength).toBe(8)
})

test('two taps at once on two documents both count', async () => {
  const { phone } = await createRig()
  const shown = ['licence', 'insurance'] as const
  const tap = (kind: 'licence' | 'hackney') => toggleKind({ vehicleId, kind, shown }, phone)
  const [, second] = await Promise.all([tap('licence'), tap('hackney')])
  expect(second).toMatchObject({ ok: true, value: { vehicleId, kinds: ['insurance', 'hackney'] } })
  const { value } = await documentsIn(phone.dbs.user(USER_A))
  expect(value.draft?.kinds).toEqual(['insurance', 'hackney'])
})
