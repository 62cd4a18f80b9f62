/**
 * CSS values that the oldest supported browsers lack. An earlier declaration of the same property is a sufficient
 * fallback.
 */
const VALUES: readonly (readonly [string, RegExp])[] = [
  ['dynamic viewport unit', /\d[dsl]v(?:h|w|i|b|min|max)\b/],
  ['container unit', /\d+cq(?:w|h|i|b|min|max)\b/],
  ['color-mix()', /\bcolor-mix\(/],
  ['light-dark()', /\blight-dark\(/],
  ['oklch() or oklab()', /\bok(?:lch|lab)\(/],
  ['relative colour', /\b(?:rgb|hsl)\(from /],
  ['math function', /\b(?:round|mod|rem|sin|cos|tan|sqrt|pow)\(/],
  ['overflow: clip', /^clip$/],
]

/** Properties without which the page looks plainer but loses nothing. */
const PROPERTIES: readonly (readonly [string, RegExp])[] = [
  ['translate, rotate or scale', /^(?:translate|rotate|scale)$/],
  ['container', /^container(?:-type|-name)?$/],
  ['position-anchor', /^(?:anchor-name|position-anchor|position-area)$/],
]

const SELECTORS: readonly (readonly [string, RegExp])[] = [
  [':has()', /:has\(/],
  [':modal', /:modal\b/],
  [':popover-open', /:popover-open\b/],
  [':user-valid or :user-invalid', /:user-(?:in)?valid\b/],
  [':dir()', /:dir\(/],
  ['nesting', /&/],
]

const BLOCKS: readonly (readonly [string, RegExp])[] = [
  ['@container', /^@container\b/],
  ['@layer', /^@layer\b/],
  ['@scope', /^@scope\b/],
  ['@starting-style', /^@starting-style\b/],
  ['range in a media query', /^@media[^{]*[<>]=?/],
]

export interface StyleUse {
  readonly what: string
  /** The enclosing selector or block. */
  readonly where: string
}

const match = (table: readonly (readonly [string, RegExp])[], text: string): readonly string[] =>
  table.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))

function inDeclarations(body: string, where: string): readonly StyleUse[] {
  const seen = new Set<string>()
  return body.split(';').flatMap((declaration) => {
    const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim())
    const names = [...match(PROPERTIES, property), ...(seen.has(property) ? [] : match(VALUES, value))]
    seen.add(property)
    return names.map((what) => ({ what, where }))
  })
}

/**
 * Features of a built stylesheet that are newer than the oldest supported browsers. Declarations in `@supports` test
 * for the feature.
 */
export function findInStyle(text: string): readonly StyleUse[] {
  const found: StyleUse[] = []
  const open: string[] = []
  for (const [, before = '', mark] of text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]*)([{}])/g)) {
    const isAsked = open.some((block) => block.startsWith('@supports'))
    // A declaration ends at a brace, or at a nested rule.
    const [head = '', ...declarations] = before.split(';').toReversed()
    const body = mark === '}' ? before : declarations.toReversed().join(';')
    const where = open.at(-1) ?? ''
    if (!isAsked) found.push(...inDeclarations(body, where))
    if (mark === '}') {
      open.pop()
      continue
    }
    const opened = head.trim()
    open.push(opened)
    if (!isAsked)
      found.push(...match(opened.startsWith('@') ? BLOCKS : SELECTORS, opened).map((what) => ({ what, where: opened })))
  }
  return found
}
