/// <reference lib="webworker" />
import '../built-ins/provide-in-worker.ts'
import { createStreetChunks } from '../db/street-chunks.ts'
import { must } from '../lib/assert.ts'
import { ChunkError, fetchChunk } from './fetch-chunk.ts'
import type { Brush } from './paint-tile.ts'
import type { StreetRegion } from './street-archive.ts'
import type { StreetAnswer, StreetMessage } from './street-messages.ts'
import { StreetPainter } from './street-painter.ts'

declare const self: DedicatedWorkerGlobalScope

let isSparing = false
let regions: readonly StreetRegion[] = []

const painter = new StreetPainter({
  chunks: createStreetChunks(),
  fetchChunk: (archive, index, how) =>
    isSparing
      ? Promise.reject(new ChunkError(`${archive.url} is not on this phone, and data is saved`))
      : fetchChunk(archive, index, how),
  createBrush: (width, height) => must(new OffscreenCanvas(width, height).getContext('2d') ?? undefined, 'a canvas'),
})

/** Ids of questions whose answer is still wanted. */
const wanted = new Set<number>()

async function answer(id: number, draw: (isWanted: () => boolean) => Promise<Brush | null>): Promise<void> {
  wanted.add(id)
  let picture: ImageBitmap | null = null
  try {
    const brush = await draw(() => wanted.has(id))
    picture = brush === null ? null : brush.canvas.transferToImageBitmap()
  } finally {
    // Also answers after a failure, because the page waits for every answer; the error itself propagates to the error
    // reporter.
    wanted.delete(id)
    const said: StreetAnswer = { id, picture }
    self.postMessage(said, picture === null ? [] : [picture])
  }
}

/** Runs in a worker because rendering a view takes longer than a frame on a slow phone. */
self.addEventListener('message', ({ data }: MessageEvent<StreetMessage>) => {
  switch (data.kind) {
    case 'regions':
      regions = data.regions
      painter.setRegions(regions)
      break
    case 'spare':
      isSparing = data.isSparing
      // Recreates the archives: those that were refused a chunk would otherwise pause for a while.
      painter.setRegions([])
      painter.setRegions(regions)
      break
    case 'look':
      painter.setLook(data.look)
      break
    case 'tile':
      void answer(data.id, (isWanted) => painter.tile(data, isWanted))
      break
    case 'names':
      void answer(data.id, (isWanted) => painter.names(data.view, isWanted))
      break
    case 'drop':
      wanted.delete(data.id)
      break
    default:
      data satisfies never
  }
})
