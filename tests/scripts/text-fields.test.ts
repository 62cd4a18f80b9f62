import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { FIELDS } from '../../e2e/bad-input-fields.ts'

/** Fields that render others; those are counted where they are used. */
const PARTS = ['src/ui/', 'src/parts/code-field.tsx']
const FIELD_TAGS = new Set(['TextField', 'PasswordField', 'input', 'textarea', 'CodeField'])
/** Nothing can be typed into these, or only what the browser's own picker allows. */
const CHOICES = new Set(['hidden', 'checkbox', 'radio', 'range', 'datetime-local', 'date', 'file'])

type Tag = ts.JsxSelfClosingElement | ts.JsxOpeningElement

const isTag = (node: ts.Node): node is Tag => ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)

/** Returns a literal's text, a template's words up to its first value, or the source of anything else. */
const wordsOf = (initializer: string): string =>
  initializer
    .replace(/\$\{.*$/, '')
    .replaceAll(/<\/?\w+>|\bt`|[{}`"]/g, '')
    .trim()

const nameOf = (tag: Tag, valueOf: (attribute: string) => string): string =>
  tag.tagName.getText() === 'CodeField' ? 'code' : valueOf('name') || valueOf('label')

function textFieldsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isTag(node) && FIELD_TAGS.has(node.tagName.getText())) {
      const attributes = node.attributes.properties.filter(ts.isJsxAttribute)
      const valueOf = (name: string): string =>
        wordsOf(attributes.find((attribute) => attribute.name.getText() === name)?.initializer?.getText() ?? '')
      if (!CHOICES.has(valueOf('type'))) found.push(`${path.relative('src', file)} ${nameOf(node, valueOf)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('every text field of the product has its row in the table of bad input, and every row its field', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !PARTS.some((part) => file.startsWith(part)))
  const fields = new Set(files.flatMap(textFieldsOf))
  expect([...fields].toSorted()).toEqual([...new Set(FIELDS.map(({ source }) => source))].toSorted())
  expect(fields.size).toBeGreaterThan(30)
})
