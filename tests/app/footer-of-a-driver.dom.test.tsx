import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteFooter } from '../../src/app/site-footer.tsx'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { sessionOf } from '../db/support/session.ts'
import { render } from '../setup/render.tsx'

// Dexie's answers come when they come: after the first render React is to work as in a browser.
const setActing = (isActing: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })
afterEach(() => void setActing(true))

test('a driver who is signed in is not offered Get started', async () => {
  await applySession(databases, sessionOf(), Date.now())
  const host = await render(<SiteFooter />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).not.toContain('Get started'))
  expect(host.textContent).toContain('Contact Us')
})
