import type * as OpenTelemetry from '@opentelemetry/api'
import type { Log } from '../../src/lib/log.ts'
import { nameOf, type Tracing, type TracingConfig } from './tracing.ts'

/** Longer statements are truncated: a trace only needs to identify the statement. */
const STATEMENT_LENGTH = 2_000
/** For the remaining spans at shutdown: a collector that does not answer must not delay the stop. */
const LAST_MS = 1_000

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

interface Loaded {
  readonly api: typeof OpenTelemetry
  readonly tracer: OpenTelemetry.Tracer
  /** Sends the remaining spans. */
  readonly shutdown: () => Promise<void>
}

async function load(
  { endpoint, headers, ratio, service }: TracingConfig,
  say: (message: string) => void,
): Promise<Loaded> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const ignore = (): void => undefined
  const logger = { error: say, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: { ...headers } })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  return { api, tracer: provider.getTracer('baywise'), shutdown: () => provider.shutdown() }
}

const requestsOf = ({ api, tracer }: Loaded): Omit<Tracing, 'stop'> => {
  const { SpanKind, SpanStatusCode } = api
  return {
    request: (answer) =>
      tracer.startActiveSpan('request', { kind: SpanKind.SERVER, root: true }, async (span) => {
        try {
          return await answer()
        } finally {
          span.end()
        }
      }),
    nameRequest({ method, route, status }) {
      const span = api.trace.getActiveSpan()
      span?.updateName(`${method} ${route}`)
      span?.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      })
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    async statement(sql, run) {
      if (api.trace.getActiveSpan()?.isRecording() !== true) return run()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.trim().slice(0, STATEMENT_LENGTH) }
      return tracer.startActiveSpan(nameOf(sql), { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          return await run()
        } catch (error) {
          // Only the state: PostgreSQL's message may contain a row.
          span.setAttribute('db.response.status_code', codeOf(error))
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    ids() {
      const context = api.trace.getActiveSpan()?.spanContext()
      return context === undefined ? undefined : { trace: context.traceId, span: context.spanId }
    },
  }
}

/**
 * Loads OpenTelemetry and sends spans in batches. Spans that cannot be sent are dropped and logged; no request waits
 * for them.
 */
export async function startTracing(config: TracingConfig, log: Log): Promise<Tracing> {
  const say = (message: string): void => log.warn('traces.not_sent', { message: message.slice(0, 300) })
  const loaded = await load(config, say)
  return {
    ...requestsOf(loaded),
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_MS)))
      await Promise.race([loaded.shutdown().catch((error: unknown) => say(String(error))), over])
      clearTimeout(timer)
      loaded.api.context.disable()
      loaded.api.diag.disable()
    },
  }
}
