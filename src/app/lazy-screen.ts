import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from './chunk-guard.ts'

/** A component in its own chunk; what happens when the chunk is missing: chunk-guard. */
export const lazyScreen = <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazyPart(() => loadChunk(load))
