import { expect, test } from 'vitest'
import { classNamesIn, declarationOf } from '../../scripts/css-types.ts'

test('every class that a stylesheet defines is typed once, in order', () => {
  const css = `.card { padding: .5rem } .card:hover > .title, .is-open .title::after { content: ".ghost" }
    @media (min-width: 40rem) { .wide { inset: 0 } }`
  expect(classNamesIn(css)).toEqual(['card', 'is-open', 'title', 'wide'])
})

test('names inside comments, strings, urls and numbers are not classes', () => {
  const css = `/* .old { } */ .a { background: url(x.png); content: '.b { }'; margin: 1.5em }`
  expect(classNamesIn(css)).toEqual(['a'])
})

test('nested rules and a class after a nested declaration are found', () => {
  expect(classNamesIn('.outer { color: red; &.inner { color: blue } .deep & { color: green } }')).toEqual([
    'deep',
    'inner',
    'outer',
  ])
})

test('the declaration names each class as a string', () => {
  expect(declarationOf(['a', 'b-c'])).toContain("readonly 'b-c': string")
})
