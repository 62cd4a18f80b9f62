import { parseAst } from 'rolldown/parseAst'
import { LANGUAGE, PLATFORM } from './built-ins.ts'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const NAMES = new Set([...LANGUAGE, ...PLATFORM].map(({ name }) => name))
const ON_PLATFORM = new Set(PLATFORM.map(({ name }) => name))
/** Their iterators have methods since 2024 only. */
const ITERATORS = new Set(['values', 'keys', 'entries', 'matchAll'])
const OF_ITERATORS = new Set('map filter take drop flatMap reduce toArray forEach some every find'.split(' '))
/** Names by which the global object is known. */
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Calls `visit` for each node with the one above it, and the key under which it is there. */
function walk(node: Node, visit: (node: Node, above: Node | undefined, key: string) => void): void {
  const go = (at: Node, above: Node | undefined, key: string): void => {
    // Only says how far `?.` reaches.
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

/** A name that stands for a value, not for a property or a key; a minified file has no long names of its own. */
const isValue = (above: Node | undefined, key: string): boolean =>
  !(above?.type === 'MemberExpression' && key === 'property' && above['computed'] !== true) &&
  !(above?.type === 'Property' && key === 'key' && above['computed'] !== true) &&
  !(above?.type === 'MethodDefinition' || above?.type === 'PropertyDefinition') &&
  above?.type !== 'ImportSpecifier' &&
  above?.type !== 'ExportSpecifier'

/** `map.values()`; not `Object.values(x)`, which is an array. */
function isIterator(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node['callee'])) return false
  const { callee } = node
  return ITERATORS.has(memberOf(callee) ?? '') && nameOf(callee['object']) !== 'Object'
}

/** Names of the tables that a node may be: several, since what it is called on is not known. */
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

/** Whether the node is looked at and not yet used. */
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

/** What no browser at the floor can even read, or start. */
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

/** What a built script uses of browsers newer than the floor, each once, in the words of the tables. */
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
