/// <reference lib="webworker" />
import '../built-ins/provide-in-worker.ts'
import { createFrameDecoder } from './decode-frame.ts'
import { grayOf } from './gray-image.ts'
import type { ScanAnswer, ScanFrame } from './scan-frame.ts'
import { warmUp } from './warm-up.ts'

declare const self: DedicatedWorkerGlobalScope

/** After that the picture has changed: a newer frame says more. */
const BUDGET_MS = 150

const decoder = createFrameDecoder({ budgetMs: BUDGET_MS, now: () => performance.now() })
warmUp(decoder)

/** A thread of its own: decoding a dark frame would hold up the page. */
self.addEventListener('message', ({ data }: MessageEvent<ScanFrame>) => {
  const answer: ScanAnswer = { text: decoder.decode(grayOf(data.rgba, data.width, data.height)) }
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(answer)
})
