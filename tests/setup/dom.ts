import { afterEach } from 'vitest'

// React warns about updates outside act() only when this flag is set.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Makes no request outside of the process. A request without an answer must not fail later, during the next test, and
// tell the app that it is offline; a test that needs an answer or a failure stubs `fetch` itself.
globalThis.fetch = () => new Promise(() => undefined)

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

// jsdom does not implement scrolling.
Element.prototype.scrollIntoView = () => undefined
