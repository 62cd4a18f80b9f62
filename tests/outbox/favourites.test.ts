import { describe, expect, test } from 'vitest'
import { readPending } from '../../src/outbox/read.ts'
import { claimed } from '../../src/outbox/settle.ts'
import { createRig, favour, type OutboxRig, USER_A } from '../sync/support/outbox-phone.ts'

const kinds = async ({ phone }: OutboxRig) => (await readPending(phone.dbs)).map(({ kind }) => kind)

async function markSent({ phone, clock }: OutboxRig, id: string): Promise<void> {
  const db = phone.dbs.user(USER_A)
  const row = await db.outbox.get(id)
  if (row !== undefined) await db.outbox.put(claimed(row, clock.now()))
}

describe('a star that is tapped with no signal', () => {
  test('twice leaves nothing to send', async () => {
    const rig = await createRig()
    await rig.ask(favour('add'))
    const { state } = await rig.ask(favour('remove', { isHeld: false }))
    expect([state, await kinds(rig)]).toEqual(['discarded', []])
    await rig.ask(favour('remove'))
    await rig.ask(favour('add', { isHeld: true }))
    expect(await kinds(rig)).toEqual([])
  })

  test('three times is one request', async () => {
    const rig = await createRig()
    await rig.ask(favour('add'))
    await rig.ask(favour('remove', { isHeld: false }))
    await rig.ask(favour('add'))
    expect(await kinds(rig)).toEqual(['favourite.add'])
  })

  test('in two tabs at once is one request', async () => {
    const rig = await createRig()
    const first = await rig.ask(favour('add'))
    expect((await rig.ask(favour('add'))).id).toBe(first.id)
  })

  test('of one car park leaves the request for another alone', async () => {
    const rig = await createRig()
    await rig.ask(favour('add'))
    await rig.ask(favour('add', { parkId: 2 }))
    await rig.ask(favour('remove', { isHeld: false }))
    expect((await readPending(rig.phone.dbs)).map(({ entity }) => entity)).toEqual(['favourite:2'])
  })

  test('again, after another phone has changed the same, says what is wanted instead of nothing', async () => {
    const rig = await createRig()
    const { id } = await rig.ask(favour('add'))
    // Another phone has added it too, so withdrawing our own request would leave it there.
    expect(await rig.ask(favour('remove', { isHeld: true }))).toMatchObject({ id, kind: 'favourite.remove' })
    expect(await kinds(rig)).toEqual(['favourite.remove'])
  })

  test('behind one that was sent is a request of its own, and goes when that one is asked for again', async () => {
    const rig = await createRig()
    const first = await rig.ask(favour('add'))
    await markSent(rig, first.id)
    await rig.ask(favour('remove', { isHeld: false }))
    expect(await kinds(rig)).toEqual(['favourite.add', 'favourite.remove'])
    // The provider does not show it yet, but the request already sent asks for exactly that.
    await rig.ask(favour('add'))
    expect(await kinds(rig)).toEqual(['favourite.add'])
  })
})
