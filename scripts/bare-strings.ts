/**
 * Finds visible words that translators cannot see: JSX text outside Lingui's macros, and string attributes that are
 * read out or shown. Symbols without letters ("·", ": ", "→") are allowed, and so is the product's name.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const SHOWN = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder', 'label'])
const ALLOWED = /^(Baywise)?[^\p{L}]*$/u

export interface BareString {
  readonly line: number
  readonly text: string
}

/** The bare strings of one source file, in order. */
export function bareStringsIn(source: string): BareString[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: BareString[] = []
  const report = (node: ts.Node, text: string): void => {
    if (ALLOWED.test(text.trim())) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push({ line: line + 1, text: text.trim().replace(/\s+/g, ' ') })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && MACROS.has(node.openingElement.tagName.getText(file))) return
    if (ts.isJsxText(node)) report(node, node.text)
    const shown = shownLiteral(node, file)
    if (shown !== undefined) report(node, shown)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The text of `{'text'}` between tags, or of a visible attribute. Undefined for any other node. */
function shownLiteral(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent)) return literalText(node.expression)
  if (!ts.isJsxAttribute(node) || !SHOWN.has(node.name.getText(file))) return undefined
  const { initializer } = node
  return initializer !== undefined && ts.isJsxExpression(initializer)
    ? literalText(initializer.expression)
    : literalText(initializer)
}

function literalText(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined
}

function checkAll(): void {
  const files = globSync('src/**/*.tsx')
  const lines = files.flatMap((file) =>
    bareStringsIn(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${JSON.stringify(text)}`),
  )
  for (const line of lines) console.error(`bare string: ${line}`)
  console.log(`bare-strings: ${files.length} files, ${lines.length} found`)
  process.exitCode = lines.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) checkAll()
