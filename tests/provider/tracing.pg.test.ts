import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf } from '../../provider/http/tracing.ts'
import { must } from '../../src/lib/assert.ts'
import { findFreePort, spawnProvider } from './support/provider-process.ts'

/** A span of OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
}
interface Sent {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly Span[] }> }>
}

const SERVER = 2
const PASSWORD = 'not-the-demo-password'

let collector: Server
let dataDir: string
const bodies: string[] = []
const asked: string[] = []
const output: string[] = []

/** Runs a provider that sends its traces to a collector of ours, makes two requests and stops it. */
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-team'])}`)
      bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const collectorPort = await findFreePort()
  await new Promise<void>((resolve) => collector.listen(collectorPort, '127.0.0.1', resolve))
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-traces-'))
  const port = await findFreePort()
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(collectorPort)}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=parking%20lot',
    OTEL_SERVICE_NAME: 'baywise-test',
  }
  const { child, exited } = await spawnProvider({ dataDir, port, settings })
  must(child.stdout, 'its output').on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const at = `http://127.0.0.1:${String(port)}/api/v1`
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await fetch(`${at}/front/parks/lot-of-awa`, { headers: { traceparent } })
  await fetch(`${at}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'demo@baywise.test', password: PASSWORD }),
  })
  child.kill('SIGTERM')
  await exited
})
afterAll(async () => {
  collector.close()
  await rm(dataDir, { recursive: true, force: true })
})

const spans = (): readonly Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const requests = (): readonly Span[] => spans().filter(({ kind }) => kind === SERVER)
const valueOf = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

test('each request is a span by its route, and what the collector asks for is sent along', () => {
  expect(requests().map(({ name }) => name)).toEqual(['GET /api/v1/front/parks/:park', 'POST /api/v1/auth/login'])
  expect(new Set(asked)).toEqual(new Set(['POST /v1/traces parking lot']))
  expect(bodies.join('')).toContain('baywise-test')
})

test('statements are spans below their request, without their values; those of jobs are not traced', () => {
  const [park, login] = requests()
  const below = spans().filter(({ kind }) => kind !== SERVER)
  const of = (span: Span | undefined) => below.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
  expect(of(park).length).toBeGreaterThan(0)
  expect(of(login).map(({ name }) => name)).toContain('select users')
  expect(of(park).length + of(login).length).toBe(below.length)
  for (const span of below) expect(valueOf(span, 'db.query.text')).toEqual(expect.any(String))
})

test('nothing of who asked is in them, and a caller cannot choose what is traced', () => {
  const all = bodies.join('')
  for (const secret of [PASSWORD, 'demo@baywise.test', 'lot-of-awa', '127.0.0.1', 'a'.repeat(32)])
    expect(all).not.toContain(secret)
})

test('a line of the log names the trace it belongs to', () => {
  const lines = output
    .join('')
    .split('\n')
    .filter((line) => line.includes('"event":"request'))
  const traces = lines.map((line) => (JSON.parse(line) as { trace: string }).trace)
  expect(traces).toEqual(requests().map(({ traceId }) => traceId))
})

test.each([
  ['select state, status from look_at_request($1, $2, $3)', 'select look_at_request'],
  ['\n  select b.*, (select 1) from bookings b', 'select bookings'],
  ['update wallets set balance_minor = 0', 'update wallets'],
  ['insert into entries (posting_id) values ($1)', 'insert entries'],
  ['begin', 'begin'],
])('%j is called “%s”', (sql, name) => {
  expect(nameOf(sql)).toBe(name)
})
