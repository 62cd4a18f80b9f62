/// <reference lib="webworker" />
import '../built-ins/provide-in-worker.ts'
import { sourcesOf } from './load-places.ts'
import { createPlaceFinder, type PlaceFinder } from './place-finder.ts'
import type { PlaceMessage } from './place-messages.ts'
import { streetRows } from './street-rows.ts'

declare const self: DedicatedWorkerGlobalScope

let finder: PlaceFinder | undefined

/** A thread of its own: building the index of a country takes longer than a frame. */
self.addEventListener('message', ({ data }: MessageEvent<PlaceMessage>) => {
  if ('files' in data) finder = createPlaceFinder(sourcesOf(data.files))
  else if ('region' in data) finder?.addPlaces(data.region, data.names === null ? [] : streetRows(data.names))
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  else void finder?.ask(data.question, (answer) => self.postMessage(answer))
})
