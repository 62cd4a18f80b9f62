import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from './chunk-guard.ts'

/**
 * Creates a component in its own chunk, with its folder's stylesheet if there is one. For a missing chunk see
 * chunk-guard.
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  sheet?: string,
) => lazyPart(() => loadChunk(load, sheet))
