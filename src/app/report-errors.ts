import { env } from '../config/env.ts'
import { type ErrorReport, isNoise, toErrorReport, toLoggedError } from '../domain/error-report.ts'
import { consoleLog, listenForErrors } from '../lib/log.ts'
import { uuid7 } from '../lib/uuid7.ts'

/** Enough for a page that fails in a loop. */
const REPORTS_A_PAGE = 10

/** Without a worker, a report made offline is lost; a worker queues it. */
function sendDirectly(report: ErrorReport): void {
  fetch(`${env.VITE_API_BASE}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch((error: unknown) => consoleLog.info('error report lost', { error: String(error) }))
}

function deliver(report: ErrorReport): void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
  if (worker === null) sendDirectly(report)
  // Only window.postMessage takes an origin; a worker has none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  else worker.postMessage({ type: 'REPORT', report })
}

/**
 * Reports unexpected errors to the provider: uncaught ones and those logged as errors. Each kind once per page; kinds
 * in `noisy` never. Returns the function that stops reporting.
 */
export function startReporting(noisy: readonly string[] = env.VITE_NOISY_ERRORS): () => void {
  const told = new Set<string>()
  const report = (thrown: unknown): void => {
    if (isNoise(thrown, noisy) || told.size >= REPORTS_A_PAGE) return
    const made = toErrorReport(thrown, {
      reportId: uuid7(),
      nowMs: Date.now(),
      source: 'page',
      pathname: location.pathname,
    })
    const kind = `${made.name} ${made.message}`
    if (told.has(kind)) return
    told.add(kind)
    deliver(made)
  }
  const onError = ({ error, message }: ErrorEvent): void => report(error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent): void => report(reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  listenForErrors((event, facts) => report(toLoggedError(event, facts)))
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    listenForErrors(() => undefined)
  }
}
