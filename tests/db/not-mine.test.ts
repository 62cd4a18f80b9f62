import { expect, test } from 'vitest'
import { forgetPlate } from '../../src/actions/bookings.online.ts'
import { readNotMine } from '../../src/db/read/not-mine.ts'
import { createRig, signInAs, USER_B } from '../sync/support/outbox-phone.ts'

test('a plate that a driver says is not theirs is kept as typed or not, and is no word about other drivers', async () => {
  const rig = await createRig()
  await forgetPlate('abc 123', rig.phone)
  expect([...(await readNotMine(rig.phone.dbs))]).toEqual(['ABC123'])
  await signInAs(rig.phone, USER_B)
  expect([...(await readNotMine(rig.phone.dbs))]).toEqual([])
})
