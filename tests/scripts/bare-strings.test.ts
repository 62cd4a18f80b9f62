import { expect, test } from 'vitest'
import { bareStringsIn } from '../../scripts/bare-strings.ts'

const textsIn = (source: string): string[] => bareStringsIn(source).map(({ text }) => text)

test('words between tags and in spoken or shown attributes are bare strings', () => {
  expect(textsIn('const a = <p title="Old" className="x">Hello <b aria-label={"Bold"}>{"you"}</b></p>')).toEqual([
    'Old',
    'Hello',
    'Bold',
    'you',
  ])
})

test('words inside a macro, marks without letters and the product name are fine', () => {
  expect(textsIn('const a = <p><Trans>Hello <b>you</b></Trans>: · {name} Baywise <i alt="">→</i></p>')).toEqual([])
})

test('a bare string is reported with its line', () => {
  expect(bareStringsIn('const a = (\n  <p>\n    {"x"}</p>)')).toEqual([{ line: 3, text: 'x' }])
})
