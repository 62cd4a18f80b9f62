import { isSparing } from '../../lib/metered-line.ts'
import type { StreetRegion } from '../../streets/street-archive.ts'
import type { StreetLook } from '../../streets/street-look.ts'
import type { NamesView, StreetAnswer, StreetMessage } from '../../streets/street-messages.ts'
import type { TileAt } from '../../streets/tile-math.ts'

/** A requested picture; call `drop` when it is not needed any more. Resolves to null when there is nothing to draw. */
export interface Wish {
  readonly picture: Promise<ImageBitmap | null>
  readonly drop: () => void
}

/** The page's side of the worker that draws streets. */
export interface StreetThread {
  readonly setRegions: (regions: readonly StreetRegion[]) => void
  readonly setLook: (look: StreetLook) => void
  /**
   * With data saving on, the worker draws only what is on the phone until this call requests the rest from the
   * provider.
   */
  readonly load: () => void
  readonly tile: (tile: TileAt, ratio: number) => Wish
  readonly names: (view: NamesView) => Wish
  readonly end: () => void
}

/** Starts the worker. If it fails to load, every request resolves to null: a map without streets. */
export function startStreetThread(): StreetThread {
  const worker = new Worker(new URL('../../streets/streets-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (picture: ImageBitmap | null) => void>()
  let lastId = 0
  let hasAnswered = false
  let isLost = false
  // Only window.postMessage takes an origin; a worker has none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (message: StreetMessage) => worker.postMessage(message)
  worker.addEventListener('message', ({ data: { id, picture } }: MessageEvent<StreetAnswer>) => {
    hasAnswered = true
    const answer = waiting.get(id)
    waiting.delete(id)
    if (answer === undefined) picture?.close()
    else answer(picture)
  })
  worker.addEventListener('error', () => {
    // After an answer, only one picture failed; without any answer the worker did not load.
    isLost = !hasAnswered
    if (!isLost) return
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  })
  const ask = (question: (id: number) => StreetMessage): Wish => {
    lastId += 1
    const id = lastId
    const picture = new Promise<ImageBitmap | null>((resolve) => {
      if (isLost) return resolve(null)
      waiting.set(id, resolve)
      return say(question(id))
    })
    const drop = () => {
      const answer = waiting.get(id)
      if (answer === undefined) return
      waiting.delete(id)
      say({ kind: 'drop', id })
      answer(null)
    }
    return { picture, drop }
  }
  const spare = (isOn: boolean) => say({ kind: 'spare', isSparing: isOn })
  if (isSparing()) spare(true)
  return {
    setRegions: (regions) => say({ kind: 'regions', regions }),
    setLook: (look) => say({ kind: 'look', look }),
    load: () => spare(false),
    tile: (tile, ratio) => ask((id) => ({ kind: 'tile', id, tile, ratio })),
    names: (view) => ask((id) => ({ kind: 'names', id, view })),
    end: () => worker.terminate(),
  }
}
