import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import SignOutPanel from '../../src/app/sign-out-panel.tsx'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { connection } from '../../src/signals/connection.ts'
import { enqueue, record, enqueueContext } from '../../src/outbox/enqueue.ts'
import { claimed, unconfirmed } from '../../src/outbox/settle.ts'
import { must } from '../../src/lib/assert.ts'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { book, remove } from '../sync/support/outbox-phone.ts'
import { valueOf } from '../sync/support/provider-phone.ts'
import { createSmallProvider } from '../sync/support/small-provider.ts'

const session = sessionOf()
const USER = session.user.user_id
const SENT = 'Some of these were sent but aren’t confirmed. They may still go through.'

// Rows arrive from the database outside act(). jsdom has the element but not its modal methods.
Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined })

beforeEach(async () => {
  await applySession(databases, session, 1)
  await databases.user(USER).outbox.clear()
})

async function open(until = '1 request is still waiting for signal.'): Promise<HTMLElement> {
  const host = await render(<SignOutPanel />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain(until))
  return host
}

test('who leaves with something unsent is asked, and what was never sent is not said to be on its way', async () => {
  valueOf(await enqueue(enqueueContext, USER, remove()))
  const host = await open()
  expect(host.textContent).toContain('Discard and sign out')
  expect(host.textContent).not.toContain(SENT)
})

test('what was sent and not answered cannot be taken back by leaving, and that is said', async () => {
  const row = valueOf(await enqueue(enqueueContext, USER, remove()))
  const stored = must(await databases.user(USER).outbox.get(row.id), 'the row')
  await databases.user(USER).outbox.put(claimed(stored, 1))
  const host = await open()
  expect(host.textContent).toContain(SENT)
})

test('what is not confirmed is counted as that; an amount that was only typed is not', async () => {
  const { row } = valueOf(await record(enqueueContext, USER, { command: book() }))
  await databases.user(USER).outbox.put(unconfirmed(row, { now: 1, network: 'online' }, null))
  const draft = { kind: 'wallet.top_up', amountMinor: 500, currency: 'CAD' } as const
  valueOf(await record(enqueueContext, USER, { command: draft, isDraft: true }))
  const host = await open('1 request is not confirmed.')
  expect(host.textContent).toContain(SENT)
  expect(host.textContent).not.toContain('waits for signal')
})

test('sending before leaving also asks again for what is not confirmed', async () => {
  const { row } = valueOf(await record(enqueueContext, USER, { command: book() }))
  await databases.user(USER).outbox.put({ ...unconfirmed(row, { now: 1, network: 'online' }, null) })
  const host = await open('1 request is not confirmed.')
  const provider = createSmallProvider()
  vi.stubGlobal('fetch', (request: Request) => provider.fetch(request))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  Array.from(host.querySelectorAll('button'))
    .find(({ textContent }) => textContent.startsWith('Send now'))
    ?.click()
  await vi.waitFor(() => expect(host.textContent).toContain('Nothing is waiting any more.'))
  expect(provider.effects).toHaveLength(1)
})
