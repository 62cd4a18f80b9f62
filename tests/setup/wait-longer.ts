import { vi } from 'vitest'

/**
 * Vitest's default of one second is too short for rendering a screen on two busy cores; a successful wait takes no
 * longer.
 */
const WAIT_MS = 10_000

const { waitFor } = vi
Object.assign(vi, { waitFor: ((callback, options = WAIT_MS) => waitFor(callback, options)) satisfies typeof waitFor })
