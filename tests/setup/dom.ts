import { afterEach } from 'vitest'

// React warns about updates outside act() only where it is told that act() is in use.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Nothing is asked outside of the process. What nobody answers must not fail later, in the middle of the next test, and tell the
// app that it is offline; a test that needs an answer or a failure gives `fetch` one of its own.
globalThis.fetch = () => new Promise(() => undefined)

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined
