/** 32-bit FNV-1a of a text, which never changes, so that a sandbox value survives every import. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // FNV mixes the low bits of short texts poorly; one more round of mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A multiple of `step` between `from` and `to`, both included, chosen by the key alone. */
export function stablePick(
  key: string,
  range: { readonly from: number; readonly to: number; readonly step: number },
): number {
  const choices = Math.floor((range.to - range.from) / range.step) + 1
  return range.from + (stableHash(key) % choices) * range.step
}
