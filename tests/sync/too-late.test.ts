import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { drain } from '../../src/sync/drain.ts'
import {
  answering,
  createRig,
  extend,
  isWrite,
  keysSent,
  passing,
  signInAs,
  statesOf,
  USER_A,
} from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { answerLost } from './support/test-phone.ts'

const ONE = '2026-11-21T13:00:00Z'

describe('too late', () => {
  test('fault 17: an extension after the grace expires unsent', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    rig.clock.advance(3 * HOUR_MS)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['expired'])
    expect(keysSent(rig.phone)).toEqual([])
  })

  test('one that was never sent is not said to have been: no try, no time of sending', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    rig.clock.advance(3 * HOUR_MS)
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'expired', attempts: 0, firstSentAt: null }])
  })

  test('one that was sent once is not said to have been sent again when it lapses', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
    await drain(rig.phone)
    rig.phone.line.through = passing
    rig.clock.advance(3 * HOUR_MS)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
    expect(await rig.rows()).toMatchObject([{ state: 'expired', attempts: 1 }])
  })

  test('one that was sent before is asked for first: it may have had its effect', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    rig.phone.line.through = answerLost(isWrite)
    await drain(rig.phone)
    rig.phone.line.through = passing
    rig.clock.advance(3 * HOUR_MS)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
    expect(await rig.rows()).toMatchObject([{ state: 'done', answers: [{}, { outcome: 'found_done' }] }])
  })

  test('one that was sent before and cannot be asked for without a session is asked for after the next sign-in', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    rig.phone.line.through = answerLost(isWrite)
    await drain(rig.phone)
    rig.clock.advance(3 * HOUR_MS)
    rig.phone.line.through = () => Promise.resolve(problemOf(401, 'unauthorized'))
    expect((await drain(rig.phone)).kind).toBe('signed_out')
    expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 1, lastError: { kind: 'signed_out' } }])
    rig.phone.line.through = passing
    await signInAs(rig.phone, USER_A)
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'done', answers: [{}, {}, { outcome: 'found_done' }] }])
  })

  test('fault 16: is told by the provider’s time, not by a clock that is two days ahead', async () => {
    const rig = await createRig()
    const date = new Date(rig.clock.now()).toUTCString()
    await rig.ask(extend(ONE))
    rig.clock.advance(2 * DAY_MS)
    rig.phone.line.through = async (request, next) => {
      const answer = await next(request)
      const headers = new Headers(answer.headers)
      headers.set('date', date)
      return new Response(answer.body, { status: answer.status, headers })
    }
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('fault 16: is not told by a clock that is put ahead before the provider’s was heard', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    const opened = rig.phone.restart()
    opened.line.through = async (request, next) => {
      const answer = await next(request)
      rig.clock.advance(13 * HOUR_MS)
      return answer
    }
    await drain(opened)
    expect(await statesOf(rig)).toEqual(['done'])
  })
})
