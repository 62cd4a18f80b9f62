import type { Plugin, Rolldown } from 'vite'

/** https://v8.dev/blog/explicit-compile-hints; must be the first line of its file. */
export const HINT = '//# allFunctionsCalledOnLoad'

/** What a relaunch runs (scripts/start-first.ts), by the names of its files. */
const HINTED = /^(?:main|data|parts|running-card|saved-parks|header-account)$/

const isHinted = ({ name, isEntry }: Pick<Rolldown.PreRenderedChunk, 'name' | 'isEntry'>): boolean =>
  isEntry || HINTED.test(name)

function oneLineDown(source: string): string {
  const map = JSON.parse(source) as { readonly mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

/**
 * Has Chromium compile all functions of what a relaunch runs when the script comes, beside the main thread, and keep the result with it. It
 * would keep only what the script's own lines had called: all that React calls while it draws was compiled anew at each relaunch.
 */
export const compileHints: Plugin = {
  name: 'baywise:compile-hints',
  apply: 'build',
  // A file's name stands for what is in it.
  augmentChunkHash: (chunk) => (isHinted(chunk) ? HINT : undefined),
  generateBundle: {
    // Vite puts a line of its own first.
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
