import type { Plugin, Rolldown } from 'vite'

/** https://v8.dev/blog/explicit-compile-hints; must be the first line of its file. */
export const HINT = '//# allFunctionsCalledOnLoad'

/** Files that a relaunch runs (scripts/start-first.ts), by name. */
const HINTED = /^(?:main|data|parts|running-card|saved-parks|header-account)$/

const isHinted = ({ name, isEntry }: Pick<Rolldown.PreRenderedChunk, 'name' | 'isEntry'>): boolean =>
  isEntry || HINTED.test(name)

function oneLineDown(source: string): string {
  const map = JSON.parse(source) as { readonly mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

/**
 * Makes Chromium compile all functions of these scripts when they arrive, off the main thread, and cache the result. By
 * default it only caches functions called by the script's top level, so everything that React calls while rendering was
 * compiled again at each relaunch.
 */
export const compileHints: Plugin = {
  name: 'baywise:compile-hints',
  apply: 'build',
  // Includes the hint in the hash, as a file's name stands for its content.
  augmentChunkHash: (chunk) => (isHinted(chunk) ? HINT : undefined),
  generateBundle: {
    // Vite prepends a line of its own.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !isHinted(chunk)) continue
        chunk.code = `${HINT}\n${chunk.code}`
        const map = bundle[`${chunk.fileName}.map`]
        if (map?.type === 'asset') map.source = oneLineDown(String(map.source))
      }
    },
  },
}
