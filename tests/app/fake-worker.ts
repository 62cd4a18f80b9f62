import { vi } from 'vitest'

/** Fakes the part of a browser's service worker container that the page uses. */
export function fakeContainer({ controlled }: { readonly controlled: boolean }) {
  const worker = () =>
    Object.assign(new EventTarget(), { state: 'installing', postMessage: vi.fn<(data: unknown) => void>() })
  const registration = Object.assign(new EventTarget(), {
    sync: {},
    active: worker(),
    installing: null as ReturnType<typeof worker> | null,
    waiting: null as ReturnType<typeof worker> | null,
    update: vi.fn<() => Promise<void>>().mockResolvedValue(undefined),
  })
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? registration.active : null,
    ready: Promise.resolve(registration),
    register: vi.fn<() => Promise<unknown>>().mockResolvedValue(registration),
  })
  return {
    container,
    registration,
    /** Simulates a new release that was found and downloaded and now waits. */
    release() {
      const next = worker()
      registration.installing = next
      registration.dispatchEvent(new Event('updatefound'))
      registration.installing = null
      registration.waiting = next
      next.state = 'installed'
      next.dispatchEvent(new Event('statechange'))
      return next
    },
    takeOver() {
      if (registration.waiting !== null) registration.waiting.state = 'activating'
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}

interface Held {
  readonly name: string
  end(): void
}

/** Fakes one browser's Web Locks: shared locks are held together, exclusive ones in turn. */
export function fakeLocks() {
  const held = new Set<Held>()
  const waiting: (() => void)[] = []
  const isFree = (name: string, shared: boolean): boolean => shared || ![...held].some((lock) => lock.name === name)
  const request = async (name: string, options: { mode?: string; signal?: AbortSignal }, work: () => unknown) => {
    while (!isFree(name, options.mode === 'shared')) {
      options.signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        options.signal?.addEventListener('abort', () => resolve())
      })
    }
    const lock = { name, end: () => undefined }
    held.add(lock)
    try {
      return await work()
    } finally {
      held.delete(lock)
      for (const wake of waiting.splice(0)) wake()
    }
  }
  return { request, query: () => Promise.resolve({ held: [...held].map(({ name }) => ({ name })) }) }
}

/** Takes a lock as another tab or the worker would; returns a function that releases it. */
export function holdLock(locks: ReturnType<typeof fakeLocks>, name: string, mode = 'exclusive'): () => void {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  void locks.request(name, { mode }, () => ended)
  return end
}
