import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { checkStay, EMPTY_SEARCH, nextStep, stayOf, useSearchDraft } from '../../src/stores/search-draft.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 32, 10)
const STEP = Date.UTC(2026, 10, 21, 14, 35)

beforeEach(() => useSearchDraft.setState(EMPTY_SEARCH))

describe('the chosen stay', () => {
  it('starts at the next five minutes and lasts three hours when nothing was chosen', () => {
    expect(stayOf(EMPTY_SEARCH, NOW)).toEqual({ fromMs: STEP, untilMs: STEP + 3 * HOUR_MS })
  })

  it('keeps a time that already is a multiple of five minutes', () => {
    expect(nextStep(STEP)).toBe(STEP)
  })

  it('refuses an end that does not follow its start, and prices the default stay meanwhile', () => {
    const draft = { fromMs: STEP, untilMs: STEP }
    expect(checkStay(draft, NOW)).toEqual({ ok: false, error: 'until_not_after_from' })
    expect(stayOf(draft, NOW).untilMs).toBe(STEP + 3 * HOUR_MS)
  })

  it('refuses a start that is over, but not one typed a few minutes ago', () => {
    expect(checkStay({ fromMs: NOW - HOUR_MS, untilMs: null }, NOW)).toEqual({ ok: false, error: 'from_is_past' })
    expect(checkStay({ fromMs: NOW - 5 * MINUTE_MS, untilMs: null }, NOW).ok).toBe(true)
  })

  it('keeps its length when the start moves', () => {
    useSearchDraft.getState().change({ fromMs: STEP, untilMs: STEP + 2 * HOUR_MS })
    useSearchDraft.getState().changeFrom(STEP + 24 * HOUR_MS, NOW)
    expect(useSearchDraft.getState().untilMs).toBe(STEP + 26 * HOUR_MS)
  })
})
