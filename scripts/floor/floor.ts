/** The oldest browsers that the app works in. Samsung Internet 16 is Chromium 92. README.md and public/floor.js name the same. */
export const FLOOR = { chrome: '92', firefox: '102', safari: '15.4' } as const

/** As Vite takes it: what of the language a browser at the floor lacks is rewritten. Built-ins are not, see check-floor.ts. */
export const BUILD_TARGET: readonly string[] = Object.entries(FLOOR).map(([engine, version]) => `${engine}${version}`)
