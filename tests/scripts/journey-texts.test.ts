import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readWords } from '../../e2e/words.ts'

/** Texts that a journey looks up by the catalogue's English. */
const NAMED = /\b(?:say|like|expectText)\(\s*'((?:[^'\\]|\\.)+)'/g

/** Without this check a journey stops half-way, late in the run, at a text that was reworded. */
it('every text that a journey names is one that the app has', () => {
  const words = readWords('en')
  const named = globSync('e2e/**/*.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(NAMED), ([, text = '']) => text.replaceAll(/\\(.)/g, '$1')),
  )
  const isMissing = (text: string): boolean => {
    try {
      return words.say(text) === ''
    } catch {
      return true
    }
  }
  expect(named.length).toBeGreaterThan(300)
  expect([...new Set(named.filter(isMissing))]).toEqual([])
})
