import { describe, expect, test } from 'vitest'
import { removeRequest } from '../../src/actions/requests.online.ts'
import { drain } from '../../src/sync/drain.ts'
import {
  answering,
  cancel,
  createRig,
  isWrite,
  keysSent,
  passing,
  report,
  statesOf,
  waitOut,
} from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { answerLost, offline } from './support/test-phone.ts'

describe('a report of a problem', () => {
  test('waits for a signal, and is sent once with its key', async () => {
    const rig = await createRig()
    rig.phone.line.through = offline
    const row = await rig.ask(report())
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['queued'])
    expect(rig.provider.effects).toEqual([])
    rig.phone.line.through = passing
    waitOut(rig)
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'done', entity: 'park:1', lastError: null }])
    expect(new Set(keysSent(rig.phone))).toEqual(new Set([row.id]))
    expect(rig.provider.effects).toEqual(['report price'])
  })

  test('whose answer was lost has one effect', async () => {
    const rig = await createRig()
    await rig.ask(report())
    rig.phone.line.through = answerLost(isWrite)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['queued'])
    rig.phone.line.through = passing
    waitOut(rig)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done'])
    expect(rig.provider.effects).toEqual(['report price'])
  })

  test('told twice is one, told otherwise is another, and neither takes the place of the other', async () => {
    const rig = await createRig()
    const first = await rig.ask(report())
    expect((await rig.ask(report())).id).toBe(first.id)
    await rig.ask(report('price', 'C$12'))
    await rig.ask(report('closed', null))
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual(['report price', 'report price', 'report closed'])
    // A report that was answered may be sent again.
    expect((await rig.ask(report())).id).not.toBe(first.id)
  })

  test('too many in an hour wait; nothing else waits for them', async () => {
    const rig = await createRig()
    await rig.ask(report())
    await rig.ask(cancel())
    rig.phone.line.through = (request, next) =>
      request.url.includes('/problems')
        ? Promise.resolve(problemOf(429, 'rate_limited', { 'retry-after': '600' }))
        : next(request)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['queued', 'done'])
    rig.phone.line.through = passing
    waitOut(rig)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done', 'done'])
  })

  test('of a car park that is gone is refused, for the driver to see', async () => {
    const rig = await createRig()
    await rig.ask(report('price', null, 2))
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'rejected', lastError: { code: 'park_not_found' } }])
  })

  test('is taken back while it was not sent', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
    const { id } = await rig.ask(report())
    expect((await removeRequest(id, rig.phone)).ok).toBe(true)
    rig.phone.line.through = passing
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['discarded'])
    expect(rig.provider.effects).toEqual([])
  })
})
