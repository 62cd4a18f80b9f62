import { tellStreetNames } from '../../queries/street-names.ts'
import { PLACE_FILES } from '../../places/place-files.ts'
import type { NearAnswer, NearQuestion, PlaceAnswer, PlaceMessage, PlaceQuestion } from '../../places/place-messages.ts'

export type Asked = Omit<PlaceQuestion, 'id'>

/** Unresponsive storage must not delay the search. */
const NAMES_MS = 1_500

let thread: Worker | undefined
/** Resolves when the worker has the street names stored on the phone. */
let isReady: Promise<void> = Promise.resolve()
let lastId = 0
const waiting = new Map<number, (answer: PlaceAnswer) => void>()
const waitingNear = new Map<number, (near: NearAnswer['near']) => void>()

const post = (worker: Worker, message: PlaceMessage): void => {
  // Only window.postMessage takes an origin; a worker has none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(message)
}

/** Starts the page's one worker, at the first question. */
function startThread(): Worker {
  const worker = new Worker(new URL('../../places/place-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<PlaceAnswer | NearAnswer>) => {
    if ('near' in data) {
      waitingNear.get(data.id)?.(data.near)
      waitingNear.delete(data.id)
      return
    }
    waiting.get(data.id)?.(data)
    if (data.isLast) waiting.delete(data.id)
  })
  worker.addEventListener('error', () => {
    // The worker did not load, or a file was invalid: pending questions get an empty answer, and the next question
    // tries again.
    for (const [id, answer] of waiting) answer({ id, position: null, places: [], best: null, isLast: true })
    waiting.clear()
    for (const answer of waitingNear.values()) answer(null)
    waitingNear.clear()
    worker.terminate()
    thread = undefined
  })
  post(worker, { files: PLACE_FILES })
  const told = tellStreetNames((region, names) => {
    if (thread !== worker) return
    const of = names === null ? null : { city: names.name, countryCode: names.country, body: names.body }
    post(worker, { region, names: of })
  })
  isReady = Promise.race([told, new Promise<void>((resolve) => setTimeout(resolve, NAMES_MS))])
  return worker
}

/** Calls `answer` once or twice (see `PlaceAnswer`). Returns the function that cancels it. */
export function askPlaces(asked: Asked, answer: (answer: PlaceAnswer) => void): () => void {
  thread ??= startThread()
  const id = (lastId += 1)
  waiting.set(id, answer)
  void isReady.then(() => {
    if (thread !== undefined && waiting.has(id)) post(thread, { question: { ...asked, id } })
  })
  return () => void waiting.delete(id)
}

/** Returns the places of one kind that have car parks nearby; null when the country's places cannot be loaded. */
export function askNearParks(asked: Omit<NearQuestion, 'id'>): Promise<NearAnswer['near']> {
  thread ??= startThread()
  const worker = thread
  const id = (lastId += 1)
  return new Promise((resolve) => {
    waitingNear.set(id, resolve)
    post(worker, { near: { ...asked, id } })
  })
}
