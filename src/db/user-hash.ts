/**
 * Short name for a user's database, so that the name does not reveal the user at a glance. FNV-1a in two lanes:
 * synchronous, because opening the database waits for it. Not a secret.
 */
export function userHash(userId: string): string {
  let low = 0x811c9dc5
  let high = 0x9dc5811c
  for (let index = 0; index < userId.length; index += 1) {
    const code = userId.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193) >>> 0
    high = Math.imul(high ^ (code + index), 0x01000193) >>> 0
  }
  return low.toString(16).padStart(8, '0') + high.toString(16).padStart(8, '0')
}
