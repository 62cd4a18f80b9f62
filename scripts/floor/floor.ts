/** The oldest supported browsers. Samsung Internet 16 is Chromium 92. README.md and public/floor.js name the same. */
export const FLOOR = { chrome: '92', firefox: '102', safari: '15.4' } as const

/**
 * In Vite's format: the build transpiles language features that these browsers lack. Built-ins are not transpiled, see
 * check-floor.ts.
 */
export const BUILD_TARGET: readonly string[] = Object.entries(FLOOR).map(([engine, version]) => `${engine}${version}`)
