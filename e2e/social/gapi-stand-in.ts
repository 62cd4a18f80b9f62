/**
 * Stand-in for https://apis.google.com/js/api.js, which the identity service's client loads even with its emulator:
 * opens the service's frame and passes messages between page and frame. Runs in both. As in the original, messages that
 * arrive before their listener wait for it.
 */
export function gapiStandIn(): void {
  type Handler = (data: unknown) => unknown
  interface Message {
    readonly standIn: true
    readonly id: number
    readonly name?: string
    readonly data: unknown
  }

  let lastId = 0
  const channels: Channel[] = []

  class Channel {
    readonly peer: Window
    readonly loaded: Promise<void>
    readonly handlers = new Map<string, Handler>()
    readonly early: Message[] = []
    readonly waiting = new Map<number, (answers: unknown[]) => void>()

    constructor(peer: Window, loaded: Promise<void>) {
      this.peer = peer
      this.loaded = loaded
      channels.push(this)
    }

    register(name: string, handler: Handler): void {
      this.handlers.set(name, handler)
      for (const message of this.early.filter((early) => early.name === name)) this.answer(message)
    }

    send(name: string, data: unknown, onAnswer: (answers: unknown[]) => void): void {
      lastId += 1
      this.waiting.set(lastId, onAnswer)
      this.peer.postMessage({ standIn: true, id: lastId, name, data } satisfies Message, '*')
    }

    hear(message: Message): void {
      if (message.name === undefined) this.conclude(message)
      else if (this.handlers.has(message.name)) this.answer(message)
      else this.early.push(message)
    }

    /** The service's client throws after every answer to its storage queries; the original swallows the error. */
    conclude({ id, data }: Message): void {
      try {
        this.waiting.get(id)?.([data])
      } catch (error) {
        console.debug('a listener threw', error)
      }
    }

    answer({ id, name = '', data }: Message): void {
      this.peer.postMessage({ standIn: true, id, data: this.handlers.get(name)?.(data) } satisfies Message, '*')
    }

    restyle(): Promise<void> {
      return Promise.resolve()
    }

    ping(): Promise<void> {
      return this.loaded
    }
  }

  interface OpenOptions {
    readonly where: HTMLElement
    readonly url: string
  }

  const context = {
    open<T>({ where, url }: OpenOptions, onOpen: (channel: Channel) => Promise<T>): Promise<T> {
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.src = url
      const loaded = new Promise<void>((resolve) => {
        frame.addEventListener('load', () => resolve(), { once: true })
      })
      where.append(frame)
      if (frame.contentWindow === null) throw new Error('the frame has no window')
      return onOpen(new Channel(frame.contentWindow, loaded))
    },
    getParentIframe: () => new Channel(window.parent, Promise.resolve()),
  }

  addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (data?.standIn === true) channels.find(({ peer }) => peer === source)?.hear(data)
  })

  const page = window as unknown as Record<string, unknown>
  page['gapi'] = {
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
    iframes: { Iframe: Channel, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  }
  const named = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload')
  const onLoad = page[named ?? 'gapi_onload']
  if (typeof onLoad === 'function') onLoad()
}
