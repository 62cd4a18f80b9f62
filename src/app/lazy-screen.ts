import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from './chunk-guard.ts'

/** A component in its own chunk, with the stylesheet of its folder if that has its own; what happens when one is missing: chunk-guard. */
export const lazyScreen = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  sheet?: string,
) => lazyPart(() => loadChunk(load, sheet))
