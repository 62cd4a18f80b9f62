/// <reference lib="webworker" />
import '../built-ins/provide-in-worker.ts'
import { createFrameDecoder } from './decode-frame.ts'
import { grayOf } from './gray-image.ts'
import type { ScanAnswer, ScanFrame } from './scan-frame.ts'
import { warmUp } from './warm-up.ts'

declare const self: DedicatedWorkerGlobalScope

/** After this time the picture has changed and a newer frame is more useful. */
const BUDGET_MS = 150

const decoder = createFrameDecoder({ budgetMs: BUDGET_MS, now: () => performance.now() })
warmUp(decoder)

/** Runs in a worker because decoding a dark frame would block the page. */
self.addEventListener('message', ({ data }: MessageEvent<ScanFrame>) => {
  const answer: ScanAnswer = { text: decoder.decode(grayOf(data.rgba, data.width, data.height)) }
  // Only the window's postMessage has an origin argument, not a worker's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(answer)
})
