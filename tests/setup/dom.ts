import { act } from 'react'
import { afterEach } from 'vitest'

const page = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }

// React warns about updates outside act() only where it is told that act() is in use.
page.IS_REACT_ACT_ENVIRONMENT = true

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined

const PAUSE_MS = 120

// Nor is it ever idle. What a page does then comes by itself, also between two steps of a test: a change of React's is one like any other.
Object.assign(globalThis, {
  requestIdleCallback: (work: () => void, { timeout = PAUSE_MS }: { readonly timeout?: number } = {}) =>
    setTimeout(() => (page.IS_REACT_ACT_ENVIRONMENT === true ? act(work) : work()), Math.min(PAUSE_MS, timeout)),
  cancelIdleCallback: clearTimeout,
})
