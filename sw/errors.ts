/// <reference lib="webworker" />
import { type ErrorReport, isOutcome } from '../src/domain/error-report.ts'
import { consoleLog } from '../src/lib/log.ts'
import { onDemand } from './load-on-demand.ts'
import { REPORT_TAG } from './report-tag.ts'
import type { WorkerScope } from './scope.ts'
import type { SyncEvent } from './sync-event.ts'

declare const self: WorkerScope

/** Messages that pages post. */
type ReportMessage = { readonly type: 'REPORT'; readonly report: ErrorReport } | { readonly type: 'SEND_REPORTS' }

const toMessage = (data: unknown): ReportMessage | undefined => {
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  return type === 'REPORT' || type === 'SEND_REPORTS' ? (data as ReportMessage) : undefined
}

const send = async (): Promise<void> => onDemand().sendReports()
const keep = async (report: ErrorReport): Promise<void> => onDemand().keepReport(report)
/** Skips the expected rejections of event promises: no code can catch them, so the browser reports them as uncaught. */
const tell = async (thrown: unknown): Promise<void> => {
  if (!isOutcome(thrown)) await onDemand().reportThrown(thrown)
}

/** An error while storing an error report is only logged. */
const lost = (error: unknown): void => consoleLog.warn('error report lost', { error: String(error) })

/**
 * Queues errors of pages and of this worker until there is a signal. Reports may be lost; commands may not, so those
 * are in the outbox.
 */
export function reportErrors(): void {
  self.addEventListener('message', (event) => {
    const message = toMessage(event.data)
    if (message !== undefined) event.waitUntil((message.type === 'REPORT' ? keep(message.report) : send()).catch(lost))
  })
  self.addEventListener('sync', (event: Event) => {
    const sync = event as SyncEvent
    if (sync.tag === REPORT_TAG) sync.waitUntil(send())
  })
  self.addEventListener('error', ({ error, message }) => void tell(error ?? message).catch(lost))
  self.addEventListener('unhandledrejection', ({ reason }) => void tell(reason).catch(lost))
}
