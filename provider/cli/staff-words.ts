import type { StaffAct } from '../repositories/money-actions.ts'

export interface StaffWords {
  /** The arguments before the options. */
  readonly words: readonly string[]
  /** Undefined when `--by` or `--why` is missing. */
  readonly act: StaffAct | undefined
}

const MAX_LENGTH = 200

/** Takes `--by NAME --why WORDS...` off the end: both are recorded with every action on money or accounts. */
export function readStaffWords(all: readonly string[], nowMs: number): StaffWords {
  const by = all.indexOf('--by')
  const why = all.indexOf('--why')
  const words = all.slice(0, Math.min(...[by, why, all.length].filter((at) => at >= 0)))
  const textAfter = (at: number): string => {
    if (at < 0) return ''
    const rest = all.slice(at + 1)
    const end = rest.findIndex((word) => word === '--by' || word === '--why')
    return rest
      .slice(0, end < 0 ? rest.length : end)
      .join(' ')
      .trim()
      .slice(0, MAX_LENGTH)
  }
  const [actor, reason] = [textAfter(by), textAfter(why)]
  return { words, act: actor === '' || reason === '' ? undefined : { actor, reason, nowMs } }
}
