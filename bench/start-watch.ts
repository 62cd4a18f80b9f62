/**
 * When a start reached each phase: milliseconds from the start of the navigation by the page's clock; zero if never.
 */
export interface StartSeen {
  /** The service worker had started and answered the navigation. */
  readonly worker: number
  readonly html: number
  readonly firstPaint: number
  /** The app's own script had arrived (for a floor, its last one). */
  readonly scripts: number
  /** React had been evaluated, the last package import of the app's script. */
  readonly react: number
  readonly databaseAsked: number
  readonly databaseOpen: number
  readonly firstQuery: number
  readonly firstCommit: number
  /** The awaited element had been painted. */
  readonly visible: number
  /** React had hydrated it, so a tap works. */
  readonly interactive: number
  /** Compressed size of the scripts received until then. */
  readonly scriptKb: number
}

declare global {
  interface Window {
    startSeen?: Promise<StartSeen>
  }
}

/** Runs in the page before its own scripts. */
export function watchStart(selector: string): void {
  const at = { react: 0, databaseAsked: 0, databaseOpen: 0, firstQuery: 0, firstCommit: 0, visible: 0, interactive: 0 }
  const note = (what: keyof typeof at): void => {
    if (at[what] === 0) at[what] = performance.now()
  }

  const hook = {
    isDisabled: false,
    supportsFiber: true,
    checkDCE: () => undefined,
    inject: () => (note('react'), 1),
    onCommitFiberRoot: () => note('firstCommit'),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  }
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })

  /** Notes when the first request made by one of `names` is answered. */
  const watchRequests = (prototype: object, names: readonly string[], answered: keyof typeof at): void => {
    for (const name of names) {
      const original: unknown = Reflect.get(prototype, name)
      if (typeof original !== 'function') continue
      Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]): unknown {
        if (name === 'open') note('databaseAsked')
        const request: unknown = Reflect.apply(original, this, args)
        if (request instanceof EventTarget) request.addEventListener('success', () => note(answered), { once: true })
        return request
      })
    }
  }
  watchRequests(IDBFactory.prototype, ['open'], 'databaseOpen')
  for (const source of [IDBObjectStore, IDBIndex])
    watchRequests(source.prototype, ['get', 'getAll', 'openCursor', 'getAllKeys', 'count'], 'firstQuery')

  const seen = (): StartSeen => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= at.interactive,
    )
    const own = scripts.filter(({ name }) => /\/assets\/main-/.test(name))
    return {
      ...at,
      worker: page?.responseStart ?? 0,
      html: page?.responseEnd ?? 0,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      scripts: Math.max(0, ...(own.length > 0 ? own : scripts).map(({ responseEnd }) => responseEnd)),
      scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    }
  }

  window.startSeen = new Promise((resolve) => {
    const isOwned = (element: Element): boolean =>
      element.closest('[data-still]') === null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    // A frame callback runs before the paint, a task it queues runs after.
    const afterPaint = (task: () => void): void => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', task)
        port1.start()
        port2.postMessage(null)
      })
    }
    const isPlain = (): boolean => document.querySelector('script') === null
    const hasSize = (element: Element): boolean => element.getBoundingClientRect().height > 0
    let isVisible = false
    const observer = new MutationObserver(() => {
      const found = [...document.querySelectorAll(selector)]
      // Reading sizes forces a layout, so they are read as rarely as possible.
      if (!isVisible && found.some(hasSize)) {
        isVisible = true
        afterPaint(() => note('visible'))
      }
      if (!isVisible || !found.some((element) => (isOwned(element) || isPlain()) && hasSize(element))) return
      observer.disconnect()
      afterPaint(() => {
        note('interactive')
        // The browser reports the paint a moment later.
        setTimeout(() => resolve(seen()), 100)
      })
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}
