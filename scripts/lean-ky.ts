import type { Plugin } from 'vite'

/** `#name` in code; not in a text or a link. */
const PRIVATE = /(?<=[\s.!(])#([a-z]\w*)/g

/** `#retryCount` becomes `_0`, the next one `_1`: names that the class has none of. */
function withPlainMembers(code: string): string {
  const names: string[] = []
  return code.replaceAll(PRIVATE, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `_${names.indexOf(name).toString(36)}`
  })
}

/**
 * ky with plain members instead of private ones. For browsers at the floor (scripts/floor/floor.ts) the build would make a WeakMap of each:
 * 4 kB more in each of page and worker, in browsers of today as well.
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
