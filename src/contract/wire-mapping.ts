/**
 * The wire format is snake_case, with amounts as `amount`, `unit_price`, `maximum` and times as RFC 3339 text. In the
 * domain, amounts end in `Minor` and times are epoch milliseconds in fields ending in `Ms`. These two functions convert
 * deeply between them.
 */
import { toInstant, toRfc3339 } from '../domain/instant.ts'

interface Special {
  amount: 'amountMinor'
  unit_price: 'unitPriceMinor'
  maximum: 'maximumMinor'
  total: 'totalMinor'
  from: 'fromMs'
  to: 'toMs'
  valid_until: 'validUntilMs'
}

type CamelText<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelText<Tail>>}` : S
type CamelKey<K> = K extends keyof Special ? Special[K] : K extends string ? CamelText<K> : K
type TimeKey = 'from' | 'to' | 'valid_until'
type CamelValue<K, V> = K extends TimeKey ? (V extends string ? number : V) : Camel<V>

/** The domain type of a wire type. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [K in keyof T as CamelKey<K>]: CamelValue<K, T[K]> }
    : T

const SPECIAL: Readonly<Record<string, string>> = {
  amount: 'amountMinor',
  unit_price: 'unitPriceMinor',
  maximum: 'maximumMinor',
  total: 'totalMinor',
  from: 'fromMs',
  to: 'toMs',
  valid_until: 'validUntilMs',
}
const UNSPECIAL: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SPECIAL).map(([wire, inside]) => [inside, wire]),
)

const toCamel = (key: string): string =>
  SPECIAL[key] ?? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const toSnake = (key: string): string => UNSPECIAL[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isMs = (insideKey: string): boolean => insideKey.endsWith('Ms')

function mapKeys(value: unknown, mapEntry: (key: string, inner: unknown) => readonly [string, unknown]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapKeys(item, mapEntry))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => mapEntry(key, mapKeys(inner, mapEntry))))
}

/** Converts wire to domain. Lossless: `toWire(fromWire(x))` equals `x` for UTC instants. */
export function fromWire<T>(wire: T): Camel<T> {
  return mapKeys(wire, (key, inner) => {
    const name = toCamel(key)
    return [name, isMs(name) && typeof inner === 'string' ? Date.parse(inner) : inner]
  }) as Camel<T>
}

/** Converts domain to wire. */
export function toWire<T>(inside: Camel<T>): T {
  return mapKeys(inside, (key, inner) => [
    toSnake(key),
    isMs(key) && typeof inner === 'number' ? toRfc3339(toInstant(inner)) : inner,
  ]) as T
}
