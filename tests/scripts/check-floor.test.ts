import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { LANGUAGE, PROVIDED } from '../../scripts/floor/built-ins.ts'
import { findInScript } from '../../scripts/floor/find-in-script.ts'
import { findInStyle } from '../../scripts/floor/find-in-style.ts'
import { FLOOR } from '../../scripts/floor/floor.ts'

test.each([
  ['list.toSorted(by)', '.toSorted'],
  ['const [last]=list["findLast"](is)', '.findLast'],
  ['Object.groupBy(rows,key)', 'Object.groupBy'],
  ['globalThis.Promise.withResolvers()', 'Promise.withResolvers'],
  ['new OffscreenCanvas(1,1)', 'OffscreenCanvas'],
  ['self.structuredClone(row)', 'structuredClone'],
  ['const copy=[...map.values().filter(is)]', '.values().map'],
  ['const text=/(?<!a)b/', 'lookbehind in a regular expression'],
  ['new RegExp("(?<=a)b")', 'lookbehind in a regular expression'],
  ['class A{static{start()}}', 'static block of a class'],
  ['new Worker(url,{type:`module`})', 'module worker'],
])('a built file that has %s is named for it', (text, name) => {
  expect(findInScript(text)).toEqual([name])
})

test.each([
  ['list.sort(by).at(-1)'],
  ['Object.values(rows).map(toRow)'],
  ['const findLast=1;use({toSorted:findLast})'],
  ['new Worker(url)'],
  ['if(`PushManager`in window)PushManager.supported'],
  ['typeof OffscreenCanvas==="undefined"||new OffscreenCanvas(1,1)'],
  ['input.showPicker?.()'],
  ['if(navigator?.setAppBadge!==void 0)navigator.setAppBadge(1)'],
])('%s is within the floor, or asked for before it is used', (text) => {
  expect(findInScript(text)).toEqual([])
})

test('of the language nothing is taken for tested: one package may ask, and another not', () => {
  expect(findInScript('const has=typeof AbortSignal.any==="function";AbortSignal.any([a,b])')).toEqual([
    'AbortSignal.any',
  ])
})

test.each([
  ['.a{block-size:100dvh}', 'dynamic viewport unit', '.a'],
  ['@media print{.a{background:color-mix(in srgb,red,blue)}}', 'color-mix()', '.a'],
  ['.a:has(b){color:red}', ':has()', '.a:has(b)'],
  ['.a{translate:50%}', 'translate, rotate or scale', '.a'],
  ['@media (width>=20rem){.a{color:red}}', 'range in a media query', '@media (width>=20rem)'],
  ['.a{color:red;&:hover{color:blue}}', 'nesting', '&:hover'],
])('a stylesheet that has %s is named for it', (text, what, where) => {
  expect(findInStyle(text)).toEqual([{ what, where }])
})

test.each([
  ['.a{block-size:100vh;block-size:100dvh}'],
  ['@supports not selector(:has(*)){.a{block-size:100dvh}}'],
  ['.a{transform:translate(50%)rotate(45deg)}'],
  ['@media (min-width:20rem){.a{color:red}}'],
])('%s has a fallback', (text) => {
  expect(findInStyle(text)).toEqual([])
})

test('a browser that has the newest of what is provided has all of it', () => {
  const provided = LANGUAGE.filter(({ name }) => PROVIDED.has(name))
  const newest = provided.find(({ name }) => name === 'AbortSignal.any')
  expect(provided).toHaveLength(PROVIDED.size)
  for (const since of provided) {
    for (const engine of ['chrome', 'firefox', 'safari'] as const) {
      expect(Number(since[engine]), `${since.name} in ${engine}`).toBeLessThanOrEqual(Number(newest?.[engine]))
    }
  }
})

test('the page below the floor and the README name the versions that the build is made for', () => {
  for (const file of ['public/too-old.js', 'README.md']) {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(`Chrome ${FLOOR.chrome}, Samsung Internet 16, Firefox ${FLOOR.firefox}`)
    expect(text).toContain(`Safari ${FLOOR.safari}`)
  }
})

/** Returns what a page requests after `public/floor.js` has run in such a browser. */
function askedIn({ lacks = '', has = 'TransformStream' }): readonly unknown[] {
  const asked: { src?: string }[] = []
  const document = {
    createElement: () => ({}),
    head: { appendChild: (element: object) => (asked.push(element), element) },
  }
  const context = { window: { [has]: true }, document }
  runInNewContext(`${lacks}\n${readFileSync('public/floor.js', 'utf8')}`, context)
  return asked
}

test('the page below the floor is asked for where one of the two newest features is missing, and nowhere else', () => {
  expect(askedIn({})).toEqual([])
  expect(askedIn({ lacks: 'delete Array.prototype.at' })).toEqual([{ src: '/too-old.js' }])
  expect(askedIn({ has: 'other' })).toEqual([{ src: '/too-old.js' }])
})

test.each(['public/floor.js', 'public/too-old.js'])('%s is what any browser can read', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(
    /=>|`|\b(?:const|let|class|import|export|async|await)\b|\?\.|\?\?|\.\.\./,
  )
})
