import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { unpairAttendant } from '../../src/actions/attendant.online.ts'
import { LOCKS } from '../../src/config/lock-names.ts'
import { localLocks } from '../../src/lib/locks.ts'
import { systemTimers } from '../../src/lib/timers.ts'
import { FailureNote } from '../../src/parts/failure-note.tsx'
import { render } from '../setup/render.tsx'
import { createTestPhone, offline } from '../sync/support/test-phone.ts'
import { errorOf } from '../sync/support/provider-phone.ts'

test('what another tab holds and does not give back is said to be busy there, and nothing was done', async () => {
  const phone = createTestPhone({ fetch: (request) => offline(request, fetch), clock: { now: () => 1 } })
  const locks = localLocks({ after: (ms, work) => systemTimers.after(ms / 1_000, work) })
  const asleep = new Promise<never>(() => undefined)
  void locks.run(LOCKS.attendant, () => asleep)
  const failure = errorOf(await unpairAttendant({ ...phone, locks }))
  expect(failure).toEqual({ kind: 'busy_elsewhere' })
  const host = await render(<FailureNote failure={failure} doing="Unpairing" />)
  expect(host.textContent).toBe(
    'Busy in another tabAnother tab is busy with this. What you entered is kept. Close that tab, then try again.',
  )
})
