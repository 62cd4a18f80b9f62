/// <reference lib="webworker" />
import { Queue } from 'workbox-background-sync'
import { env } from '../src/config/env.ts'
import { type ErrorReport, isNoise, toErrorReport, toLoggedError } from '../src/domain/error-report.ts'
import { consoleLog, listenForErrors } from '../src/lib/log.ts'
import { uuid7 } from '../src/lib/uuid7.ts'
import { createReportQueue } from './report-queue.ts'
import { REPORT_TAG } from './report-tag.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const WEEK_MINUTES = 7 * 24 * 60

/**
 * Workbox's queue is used for storage only: its own replay takes a captive portal's page for success, and its own sync
 * listener would be registered too late, because this script is evaluated during the event.
 */
const reports = createReportQueue({
  queue: new Queue(REPORT_TAG, {
    forceSyncFallback: true,
    onSync: () => Promise.resolve(),
    maxRetentionTime: WEEK_MINUTES,
  }),
  address: new URL(`${env.VITE_API_BASE}/telemetry`, self.location.origin).href,
  registration: () => self.registration,
  fetch: (request) => fetch(request),
})

export const keepReport = (report: ErrorReport): Promise<void> => reports.keep(report)

export const sendReports = (): Promise<void> => reports.send()

/** Reports an error of the worker itself. */
export async function reportThrown(thrown: unknown): Promise<void> {
  if (isNoise(thrown, env.VITE_NOISY_ERRORS)) return
  const facts = { reportId: uuid7(), nowMs: Date.now(), source: 'worker', pathname: self.location.pathname } as const
  await reports.keep(toErrorReport(thrown, facts))
}

listenForErrors((event, facts) => {
  reportThrown(toLoggedError(event, facts)).catch((error: unknown) =>
    consoleLog.warn('error report lost', { error: String(error) }),
  )
})
