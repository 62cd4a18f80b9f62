import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutStacks, withoutWait } from '../../scripts/lean-react-dom.ts'
import { replaceBodies } from '../../scripts/replace-bodies.ts'

const CODE = `function first(a, { b }) {
  if (a) {
    return b
  }
}
function second$1(
  a,
  b
) {
  return a + b;
}
`

test('a function gets another body, by its name, and all others stay', () => {
  expect(replaceBodies(CODE, { second$1: 'return null' })).toBe(`function first(a, { b }) {
  if (a) {
    return b
  }
}
function second$1(
  a,
  b
) {return null}
`)
})

test('a package that has no such function any more fails the build', () => {
  expect(() => replaceBodies(CODE, { second: '' })).toThrow('no function second any more')
})

test('React as built does not hold back what a fallback stood for, and is built no more where it waits in another way', () => {
  const code = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
  const built = withoutWait(code)
  expect(built).toContain('globalMostRecentFallbackTime + 0 - now()')
  expect(built).toContain('0 > now() - globalMostRecentFallbackTime')
  expect(() =>
    withoutWait(code.replace('globalMostRecentFallbackTime + 300', 'globalMostRecentFallbackTime + 400')),
  ).toThrow('in 1 places now')
})

test('React as built asks for no stack while its file is evaluated, and is built no more where it has other marks', () => {
  const code = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
  const atOnce = /^(?:var |  )\w+ = (?:new )?\w*Error\(/m
  expect(code).toMatch(atOnce)
  expect(withoutStacks(code)).not.toMatch(atOnce)
  expect(() => withoutStacks(code.replace('formatProdErrorMessage(461)', 'formatProdErrorMessage(999)'))).toThrow(
    'has 4 errors',
  )
})

/** Code that would need what scripts/lean-react-dom.ts and scripts/lean-router.ts remove. */
const LEFT_OUT: readonly RegExp[] = [
  /\b(?:SuspenseList|ViewTransition|addTransitionType|useActionState|useFormStatus|requestFormReset)\b/,
  /\b(?:prefetchDNS|preconnect|preload|preloadModule|preinit|preinitModule)\b[^']*from 'react-dom'/,
  /\bFragment ref=/,
  /<(?:meta|link|style)[\s>]|<script\b/,
  /\bformAction=|\bonBeforeInput=|<(?:input|textarea)\b[^>]*\sonSelect=/,
  /<[a-z]+-[a-z-]+[\s>]/,
  /\b(?:create\w+Router|Form|RouterProvider|useSubmit|useFetcher|useViewTransitionState)\b[^']*from 'react-router-dom'/,
  /<Route\b[^>]*\s(?:lazy|loader|action|Component|errorElement|ErrorBoundary)=/,
  /<(?:Nav)?Link\b[^>]*\s(?:prefetch|viewTransition)=/,
]

test('no source asks React or the router for what the build leaves out of them', () => {
  const files = globSync('src/**/*.tsx')
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return LEFT_OUT.filter((pattern) => pattern.test(source)).map((pattern) => `${file}: ${String(pattern)}`)
  })
  expect(found).toEqual([])
})
