/**
 * Returns whether this browser is older than the app supports, by the newest features of the floor:
 * `Array.prototype.at` (Chrome 92, Safari 15.4) and `TransformStream` (Firefox 102). `public/floor.js` checks the same
 * in syntax that any browser can parse, and tells the driver.
 */
export const isBelowFloor = (): boolean => !('at' in Array.prototype && 'TransformStream' in window)
