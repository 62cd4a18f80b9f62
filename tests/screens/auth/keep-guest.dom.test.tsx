import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { databases } from '../../../src/db/databases.ts'
import { KeepGuest } from '../../../src/screens/auth/keep-guest.tsx'
import { render, setActing } from '../../setup/render.tsx'
import { cancel } from '../../sync/support/outbox-phone.ts'
import { keep, refusedBy, startAfresh, USER } from '../activity/support/activity.tsx'

beforeEach(startAfresh)

async function open(): Promise<HTMLElement> {
  const host = await render(<KeepGuest email="" onDone={() => undefined} />)
  setActing(false)
  return host
}
const asksForAddress = (host: HTMLElement): boolean => host.querySelector('input[type="email"]') !== null
const leadsToActivity = (host: HTMLElement): boolean => host.querySelector('a[href="/activity"]') !== null

test('a guest whose request still waits is asked for no address: in the account it would wait for nobody', async () => {
  // This row moves no money and is not the driver's own request.
  await keep({ kind: 'payment.verify', reference: 'BW-1' }, { state: 'unconfirmed', firstSentAt: 1, attempts: 3 })
  const { id } = await keep(cancel())
  const host = await open()
  await vi.waitFor(() => expect(leadsToActivity(host)).toBe(true))
  expect(host.textContent).toContain('Some requests haven’t been sent')
  expect(asksForAddress(host)).toBe(false)
  await databases.user(USER).outbox.update(id, refusedBy('stale_base'))
  await vi.waitFor(() => expect(asksForAddress(host)).toBe(true))
})
