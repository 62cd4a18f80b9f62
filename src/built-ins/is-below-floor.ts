/**
 * Whether this browser is older than the app works in: the newest that Chrome 92 and Safari 15.4, and Firefox 102 brought. `public/floor.js`
 * looks for the same, in words that any browser can read, and says so.
 */
export const isBelowFloor = (): boolean => !('at' in Array.prototype && 'TransformStream' in window)
