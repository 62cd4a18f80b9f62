import { expect, test } from 'vitest'
import { applySignOut } from '../../src/db/apply/session.ts'
import { drain } from '../../src/sync/drain.ts'
import {
  answering,
  cancel,
  createRig,
  edit,
  passing,
  setDefault,
  signInAs,
  statesOf,
  USER_A,
} from '../sync/support/outbox-phone.ts'
import { problemOf } from '../sync/support/small-provider.ts'
import { offline } from '../sync/support/test-phone.ts'

test('what was refused and not looked at is there again beside what was kept; what is done is not', async () => {
  const rig = await createRig()
  rig.phone.line.through = answering(() => problemOf(422, 'refund_below_minimum'))
  await rig.ask(cancel())
  await drain(rig.phone)
  rig.phone.line.through = passing
  await rig.ask(setDefault())
  await drain(rig.phone)
  rig.phone.line.through = offline
  await rig.ask(edit('NEW-1'))
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['rejected', 'done', 'queued'])
  await applySignOut(rig.phone.dbs, 'keep')
  await signInAs(rig.phone, USER_A)
  expect(await statesOf(rig)).toEqual(['rejected', 'queued'])
})

test('what was refused alone keeps no database of a driver who has left', async () => {
  const rig = await createRig()
  rig.phone.line.through = answering(() => problemOf(422, 'refund_below_minimum'))
  await rig.ask(cancel())
  await drain(rig.phone)
  await applySignOut(rig.phone.dbs, 'keep')
  await signInAs(rig.phone, USER_A)
  expect(await statesOf(rig)).toEqual([])
})
