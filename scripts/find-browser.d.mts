/** The path of a Chromium that can be started, or undefined. */
export function findBrowser(): string | undefined
export function findShell(): string | undefined
export function findFirefox(): string | undefined
export const BROWSER_FLAGS: string[]
