import { parseAst } from 'rolldown/parseAst'
import { LANGUAGE, PLATFORM } from './built-ins.ts'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const NAMES = new Set([...LANGUAGE, ...PLATFORM].map(({ name }) => name))
const ON_PLATFORM = new Set(PLATFORM.map(({ name }) => name))
/** Methods that return iterators, which have helper methods only since 2024. */
const ITERATORS = new Set(['values', 'keys', 'entries', 'matchAll'])
const OF_ITERATORS = new Set('map filter take drop flatMap reduce toArray forEach some every find'.split(' '))
/** Names of the global object. */
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Calls `visit` for each node with its parent, and its key in the parent. */
function walk(node: Node, visit: (node: Node, above: Node | undefined, key: string) => void): void {
  const go = (at: Node, above: Node | undefined, key: string): void => {
    // Only marks the extent of `?.`.
    const isChain = at.type === 'ChainExpression'
    if (!isChain) visit(at, above, key)
    for (const [name, value] of Object.entries(at)) {
      for (const item of Array.isArray(value) ? value : [value])
        if (isNode(item)) go(item, isChain ? above : at, isChain ? key : name)
    }
  }
  go(node, undefined, '')
}

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node.type === 'TemplateLiteral' ? (node['quasis'] as readonly { value: { cooked: string } }[]) : []
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined

const memberOf = (node: Node): string | undefined =>
  node['computed'] === true ? textOf(node['property']) : nameOf(node['property'])

/** `Object` of `Object.hasOwn` and of `globalThis.Object.hasOwn`. */
function ownerOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return nameOf(node)
  return GLOBAL_OBJECTS.has(nameOf(node['object']) ?? '') ? memberOf(node) : undefined
}

/**
 * Whether a name is a value, rather than a property or key. Minified files have no long names of their own that could
 * be confused with globals.
 */
const isValue = (above: Node | undefined, key: string): boolean =>
  !(above?.type === 'MemberExpression' && key === 'property' && above['computed'] !== true) &&
  !(above?.type === 'Property' && key === 'key' && above['computed'] !== true) &&
  !(above?.type === 'MethodDefinition' || above?.type === 'PropertyDefinition') &&
  above?.type !== 'ImportSpecifier' &&
  above?.type !== 'ExportSpecifier'

/** `map.values()`, but not `Object.values(x)`, which returns an array. */
function isIterator(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node['callee'])) return false
  const { callee } = node
  return ITERATORS.has(memberOf(callee) ?? '') && nameOf(callee['object']) !== 'Object'
}

/** Table names that a node may match: several, since the type of the object is unknown. */
function namesOf(node: Node, above: Node | undefined, key: string): readonly string[] {
  if (node.type === 'Identifier') return isValue(above, key) ? [String(node['name'])] : []
  if (node.type !== 'MemberExpression') return []
  const member = memberOf(node)
  if (member === undefined) return []
  const { object } = node
  if (OF_ITERATORS.has(member) && isIterator(object)) return ['.values().map']
  const owner = ownerOf(object)
  if (owner !== undefined && GLOBAL_OBJECTS.has(owner)) return [member]
  return owner === undefined ? [`.${member}`] : [`${owner}.${member}`, `.${member}`]
}

/** Whether the node is only tested, not used. */
function isTest(above: Node | undefined, key: string): boolean {
  if (above === undefined) return false
  // `a.b?.()` and `a.b?.c`
  if ((key === 'callee' || key === 'object') && above['optional'] === true) return true
  if (above.type === 'LogicalExpression') return key === 'left'
  if (above.type === 'IfStatement' || above.type === 'ConditionalExpression') return key === 'test'
  if (above.type === 'UnaryExpression') return above['operator'] === 'typeof' || above['operator'] === '!'
  return above.type === 'BinaryExpression' && /^[!=]==?$/.test(String(above['operator']))
}

const LOOKBEHIND = /\(\?<[=!]/

/** Syntax that the oldest supported browsers cannot parse or start. */
function unreadable(node: Node): string | undefined {
  const regex = node.type === 'Literal' ? (node['regex'] as { pattern: string; flags: string } | undefined) : undefined
  if (regex !== undefined && LOOKBEHIND.test(regex.pattern)) return 'lookbehind in a regular expression'
  if (regex?.flags.includes('v') === true) return 'flag v of a regular expression'
  if (node.type === 'StaticBlock') return 'static block of a class'
  if (node.type !== 'NewExpression') return undefined
  const [first, options] = node['arguments'] as readonly Node[]
  if (nameOf(node['callee']) === 'RegExp' && LOOKBEHIND.test(textOf(first) ?? ''))
    return 'lookbehind in a regular expression'
  const given = options?.type === 'ObjectExpression' ? (options['properties'] as readonly Node[]) : []
  const isModule = given.some(({ key, value }) => nameOf(key) === 'type' && textOf(value) === 'module')
  return nameOf(node['callee']) === 'Worker' && isModule ? 'module worker' : undefined
}

/** Features of a built script that are newer than the oldest supported browsers, each once, named as in the tables. */
export function findInScript(text: string): readonly string[] {
  const used = new Set<string>()
  const tested = new Set<string>()
  walk(parseAst(text) as unknown as Node, (node, above, key) => {
    const wrong = unreadable(node)
    if (wrong !== undefined) used.add(wrong)
    if (node.type === 'BinaryExpression' && node['operator'] === 'in') tested.add(textOf(node['left']) ?? '')
    const names = namesOf(node, above, key).filter((name) => NAMES.has(name))
    for (const name of names) {
      if (isTest(above, key)) tested.add(name.replace(/^.*\./, ''))
      else used.add(name)
    }
  })
  const isTested = (name: string): boolean => ON_PLATFORM.has(name) && tested.has(name.replace(/^.*\./, ''))
  return [...used].filter((name) => !isTested(name)).toSorted()
}
