import { lazy, type ComponentType } from 'react'
import { loadChunk } from './chunk-guard.ts'

/** A component in its own chunk; what happens when the chunk is missing: chunk-guard. */
export const lazyScreen = <Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() => loadChunk(load))
