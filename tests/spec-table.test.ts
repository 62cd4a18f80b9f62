import { globSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { moreRoutes } from '../src/config/more-routes.ts'
import { routes } from '../src/config/routes.ts'

/**
 * docs/spec-table/<area>.json is a list of rows. Each is a text, timer, storage key or other fact of the specification,
 * with its section and the exact title of the test that shows it.
 */
const rowSchema = v.strictObject({
  kind: v.picklist(['text', 'timer', 'key', 'limit', 'fact', 'route']),
  /**
   * A route as the specification writes it, `/park/{slug}`; a text as the driver reads it in English; otherwise the
   * specification's own words, "8 s until a closed popup is reported".
   */
  value: v.pipe(v.string(), v.nonEmpty()),
  /** Section of the specification, from 1 to 9. */
  section: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
  test: v.pipe(v.string(), v.nonEmpty()),
})
type Row = v.InferOutput<typeof rowSchema> & { readonly area: string }

/** Matches `test('…'`, `it('…'`, and the second call of `test.each(…)('…'`. */
const TITLE = /(?:\b(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gs

const read = (file: string): string => readFileSync(file, 'utf8')

const rows: Row[] = globSync('docs/spec-table/*.json')
  .toSorted()
  .flatMap((file) =>
    v
      .parse(v.array(rowSchema), JSON.parse(read(file)))
      .map((row) => ({ ...row, area: file.slice('docs/spec-table/'.length, -'.json'.length) })),
  )

/** Returns a title without the tag at its end (e2e/fixtures.ts). */
const toTitle = (written: string): string => written.replaceAll(/\\(.)/g, '$1').replace(/ @\w+$/, '')

/** The file of each test title. */
const files = new Map(
  globSync(['tests/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']).flatMap((file) =>
    Array.from(read(file).matchAll(TITLE), ([, , title = '']) => [toTitle(title), file] as const),
  ),
)

/** Routes of the specification whose pages have another address here. */
const ROUTES_BY_NAME: Readonly<Record<string, string>> = {
  '/how-just{product}-works': '/how-justbaywise-works',
  '/booking/{parkCode}': '/booking/:parkCode',
}

test('every route of the specification that is listed is an address of the app', () => {
  const patterns = Object.values({ ...routes, ...moreRoutes }).map(({ pattern }): string => pattern)
  const isServed = (route: string): boolean => {
    const address = (ROUTES_BY_NAME[route] ?? route).replace(/^\/parking-types/, '').replaceAll(/\{\w+\}/g, 'x')
    return patterns.some((pattern) => matchPath(pattern, address) !== null)
  }
  const listed = rows.filter(({ kind }) => kind === 'route').map(({ value }) => value)
  expect(listed.length).toBeGreaterThan(50)
  expect(listed.filter((route) => !isServed(route))).toEqual([])
})

/** All texts that a driver can read: the app's catalogue and the provider's messages. */
const toldTexts = ['locales/en.po', ...globSync('provider/messages/*en.ts')]
  .map((file) => read(file).replaceAll('\\"', '"').replaceAll("\\'", "'"))
  .join('\n')

test('every fact of the specification that is listed names a test that exists', () => {
  console.log(
    rows
      .map(({ area, section, kind, value, test }) =>
        [area, section, kind, value, `${files.get(test) ?? 'MISSING'}: ${test}`].join(' | '),
      )
      .join('\n'),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ test }) => !files.has(test)).map(({ area, test }) => `${area}: ${test}`)).toEqual([])
})

test('every text of the specification that is listed is one that the driver is told, word for word', () => {
  const unsaid = rows.filter(({ kind, value }) => kind === 'text' && !toldTexts.includes(value))
  expect(unsaid.map(({ area, value }) => `${area}: ${value}`)).toEqual([])
})
