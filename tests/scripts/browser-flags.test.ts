import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs'

const LIST = '--disable-features='

/** Reads Playwright's list of flags out of its code, because it is not exported. */
function offInPlaywright(): readonly string[] {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const code = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(code) ?? []
  return Array.from(list.matchAll(/^\s*"(\w+)"/gm), ([, name = '']) => name)
}

test('what Playwright turns off in Chromium stays off: the list of the tests takes the place of its own', () => {
  const ours =
    BROWSER_FLAGS.find((flag) => flag.startsWith(LIST))
      ?.slice(LIST.length)
      .split(',') ?? []
  const theirs = offInPlaywright()
  expect(theirs).toContain('PaintHolding')
  expect(theirs.filter((name) => !ours.includes(name))).toEqual([])
})
