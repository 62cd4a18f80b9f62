import { act } from 'react'
import { afterEach } from 'vitest'

// React warns about updates outside act() only where it is told that act() is in use.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A test that waits in real time says so there (`tests/setup/render.tsx`). */
const isActing = (): boolean =>
  (globalThis as { readonly IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT === true

/** As long as `src/lib/when-idle.ts` waits in a browser that has no idle callbacks. */
const IDLE_AFTER_MS = 120

// An idle moment may come while a test waits for something else: what is drawn then is meant, and no mistake of the test.
Object.assign(globalThis, {
  requestIdleCallback: (work: () => void) =>
    setTimeout(() => {
      if (isActing()) act(work)
      else work()
    }, IDLE_AFTER_MS),
  cancelIdleCallback: clearTimeout,
})

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined
