import { vi } from 'vitest'

/** Vitest's own second is too short for a screen beside two busy cores; a wait that succeeds takes no longer for it. */
const WAIT_MS = 10_000

const { waitFor } = vi
Object.assign(vi, { waitFor: ((callback, options = WAIT_MS) => waitFor(callback, options)) satisfies typeof waitFor })
