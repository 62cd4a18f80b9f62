import type { Plugin } from 'vite'

/** `#name` in code, not in a text or a link. */
const PRIVATE = /(?<=[\s.!(])#([a-z]\w*)/g

/** Renames `#retryCount` to `_0`, the next one to `_1`: names that the class does not use. */
function withPlainMembers(code: string): string {
  const names: string[] = []
  return code.replaceAll(PRIVATE, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `_${names.indexOf(name).toString(36)}`
  })
}

/**
 * ky with plain members instead of private ones. For the oldest supported browsers (scripts/floor/floor.ts) the build
 * would turn each into a WeakMap: 4 kB more in both page and worker, in modern browsers as well.
 */
export const leanKy: Plugin = {
  name: 'baywise:lean-ky',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/ky\/distribution\/core\/Ky\.js$/ },
    handler: (code) => ({ code: withPlainMembers(code), map: null }),
  },
}
