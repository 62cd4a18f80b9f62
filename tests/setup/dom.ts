import { afterEach } from 'vitest'

// React warns about updates outside act() only where it is told that act() is in use.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined
