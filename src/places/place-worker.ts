/// <reference lib="webworker" />
import '../built-ins/provide-in-worker.ts'
import { loadNearParks, sourcesOf } from './load-places.ts'
import { createPlaceFinder, type PlaceFinder } from './place-finder.ts'
import type { NearAnswer, NearQuestion, PlaceFiles, PlaceMessage } from './place-messages.ts'
import { streetRows } from './street-rows.ts'

declare const self: DedicatedWorkerGlobalScope

let finder: PlaceFinder | undefined
let files: PlaceFiles | undefined

async function answerNear(question: NearQuestion): Promise<void> {
  const near = files === undefined ? null : await loadNearParks(files, question)
  const answer: NearAnswer = { id: question.id, near }
  // Only the window's postMessage has an origin argument, not a worker's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(answer)
}

/** Runs in a worker because building a country's index takes longer than a frame. */
self.addEventListener('message', ({ data }: MessageEvent<PlaceMessage>) => {
  if ('files' in data) {
    files = data.files
    finder = createPlaceFinder(sourcesOf(data.files))
  } else if ('near' in data) void answerNear(data.near)
  else if ('region' in data) finder?.addPlaces(data.region, data.names === null ? [] : streetRows(data.names))
  // Only the window's postMessage has an origin argument, not a worker's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  else void finder?.ask(data.question, (answer) => self.postMessage(answer))
})
