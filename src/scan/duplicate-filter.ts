/** Tells a code that comes into the picture from one that is still in it. */
export interface Repeats {
  /** What a frame showed; null: nothing. */
  readonly see: (text: string | null) => 'new' | 'same' | 'nothing'
  /** The one in the picture counts as new once more. */
  readonly forget: () => void
}

/** So many frames without it and it has left: a moving hand blurs one or two. About a second. */
const GONE_AFTER = 8

export function createRepeats(): Repeats {
  let held: string | null = null
  let misses = 0
  return {
    see(text) {
      if (text === null) {
        misses += 1
        if (misses >= GONE_AFTER) held = null
        return 'nothing'
      }
      misses = 0
      if (text === held) return 'same'
      held = text
      return 'new'
    },
    forget() {
      held = null
    },
  }
}
