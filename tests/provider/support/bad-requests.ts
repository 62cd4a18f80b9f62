/** The part of JSON Schema that the OpenAPI description uses. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema?: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface BadRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Ids, codes and references that exist. */
export type Known = readonly string[]

const HOSTILE: readonly unknown[] = [
  ...[null, true, '', ' ', -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], { a: { b: null } }],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '🚗',
    '\u202e',
    '%',
    '%00',
    '../..',
    "' or 1=1 --",
    '__proto__',
    '<script>',
    'NaN',
    '1e999',
  ],
  ...['x'.repeat(300), 'x'.repeat(5_000), '9'.repeat(40), '2026-02-31', '0000-00-00', '2026-02-31T10:00:00Z', '24:00'],
  ...['2026-03-01T10:00:00+23:59', '9999-12-31T23:59:60-23:59', '0001-01-01T00:00:00Z', '275760-09-13T00:00:00Z'],
]
/** Times in the form that a schema requires; some do not exist. */
const TIMES = [
  ...['2026-11-23T14:00:00Z', '2026-11-23T15:00:00Z', '2026-11-23T17:00:00+01:00', '2027-05-01T00:05:00Z'],
  ...['2026-02-31T10:00:00Z', '2026-03-01T10:00:00+23:59', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z'],
]
const DAYS = ['2026-11-23', '2024-02-29', '9999-12-31', '2026-02-31', '0000-01-01', '0001-01-01']
const RAW_BODIES = ['', '{', 'null', '[]', '"x"', '1e999', '{"a":1}x', '['.repeat(50_000), '{"__proto__":{"x":1}}']
const RAW_TEXTS = [
  '%',
  '%00',
  '%ff',
  '%ed%a0%80',
  '..%2f..',
  'x'.repeat(2_000),
  '-1',
  '0',
  '9'.repeat(30),
  '%F0%9F%9A%97',
]
const KEYS = ['', 'k', 'same-key', 'x'.repeat(200), 'a b']
const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'x',
  'application/problem+json',
]

/** Generates requests that no app would send from the description; the same random numbers give the same requests. */
export class BadRequests {
  readonly #operations: ReadonlyArray<{ readonly method: string; readonly path: string; readonly operation: Operation }>
  readonly #random: () => number
  /** Share of hostile values in one request: a body wrong in one place gets further than one wrong everywhere. */
  #hostile = 0

  constructor(description: Description, random: () => number) {
    this.#random = random
    this.#operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
  }

  next(known: Known, token: string | undefined): BadRequest {
    const { method, path, operation } = this.#pick(this.#operations)
    this.#hostile = this.#pick([0, 0.03, 0.1, 0.3])
    const query = this.#query(operation, known)
    const named = path.replace(/\{\w+\}/g, () => this.#pathText(known))
    const body = method === 'GET' ? undefined : this.#body(operation, known)
    return { method, path: query === '' ? named : `${named}?${query}`, headers: this.#headers(token, body), body }
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  #happens(share: number): boolean {
    return this.#random() < share
  }

  #pathText(known: Known): string {
    if (this.#happens(0.5)) return encodeURIComponent(this.#pick(known))
    return this.#happens(0.7) ? this.#pick(RAW_TEXTS) : encodeURIComponent(this.#wellFormed(this.#pick(HOSTILE)))
  }

  /** Makes a text valid for a URL, which cannot hold half of a surrogate pair. */
  #wellFormed(value: unknown): string {
    return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  }

  #query({ parameters = [] }: Operation, known: Known): string {
    return parameters
      .filter((parameter) => parameter.in === 'query' && this.#happens(0.8))
      .flatMap(({ name, schema }) => {
        const pair = `${name}=${
          this.#happens(this.#hostile)
            ? this.#pick(RAW_TEXTS)
            : encodeURIComponent(this.#wellFormed(this.#value(schema ?? {}, known)))
        }`
        return this.#happens(0.1) ? [pair, pair] : [pair]
      })
      .join('&')
  }

  #headers(token: string | undefined, body: BadRequest['body']): Readonly<Record<string, string>> {
    const key = this.#happens(0.8) ? String(this.#random()) : this.#pick(KEYS)
    return {
      ...(token === undefined ? {} : { authorization: this.#happens(0.03) ? token : `Bearer ${token}` }),
      ...(key === '' ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': this.#happens(0.95) ? 'application/json' : this.#pick(TYPES) }),
      ...(this.#happens(0.1) ? { 'accept-language': this.#pick(['fr', '*', 'x'.repeat(500), ';q=', 'fr;q=9']) } : {}),
      ...(this.#happens(0.05) ? { origin: this.#pick(['null', 'https://evil.example', 'http://[::1]']) } : {}),
    }
  }

  #body({ requestBody }: Operation, known: Known): BadRequest['body'] {
    if (this.#happens(0.05)) return this.#pick(RAW_BODIES)
    if (this.#happens(0.02)) return new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
    if (this.#happens(0.01)) return JSON.stringify('x'.repeat(300_000))
    const schema = requestBody?.content?.['application/json']?.schema
    return JSON.stringify(schema === undefined ? this.#pick(HOSTILE) : this.#value(schema, known))
  }

  #value(schema: Schema, known: Known): unknown {
    if (this.#happens(this.#hostile)) return this.#pick(HOSTILE)
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return this.#pick(schema.enum)
    if (schema.anyOf !== undefined) return this.#value(this.#pick(schema.anyOf), known)
    if (schema.properties !== undefined) return this.#object(schema.properties, known)
    switch (schema.type ?? 'string') {
      case 'array':
        return Array.from({ length: this.#pick([0, 1, 2, 200]) }, () => this.#value(schema.items ?? {}, known))
      case 'integer':
      case 'number':
        return this.#pick([
          ...known.filter((text) => /^\d+$/.test(text)).map(Number),
          0,
          1,
          1,
          1,
          3,
          60,
          250,
          2 ** 31 - 1,
          -5,
        ])
      case 'boolean':
        return this.#happens(0.5)
      default:
        return this.#text(schema, known)
    }
  }

  #object(properties: Readonly<Record<string, Schema>>, known: Known): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(() => !this.#happens(this.#hostile / 2))
      .map(([name, schema]) => [name, this.#value(schema, known)] as const)
    return { ...Object.fromEntries(entries), ...(this.#happens(0.05) ? { constructor: 1, stranger: HOSTILE } : {}) }
  }

  #text({ format }: Schema, known: Known): string {
    if (format === 'date-time') return this.#pick(TIMES)
    if (format === 'date') return this.#pick(DAYS)
    if (format === 'uuid') return this.#pick(known.filter((text) => /^[\da-f]{8}-/.test(text)))
    if (format === 'email') return `fuzz${String(Math.floor(this.#random() * 5))}@example.test`
    return this.#pick([...known, '1', '12345', 'A long enough text 1', 'CAD', 'e30'])
  }
}
