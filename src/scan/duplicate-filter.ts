/** Distinguishes a code that enters the picture from one that is still in it. */
export interface Repeats {
  /** Takes the text of a frame; null: no code. */
  readonly see: (text: string | null) => 'new' | 'same' | 'nothing'
  /** Treats the code in the picture as new when it is next read. */
  readonly forget: () => void
}

/** Frames without the code until it counts as gone, about a second: a moving hand blurs one or two. */
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
