/// <reference lib="webworker" />
import type { Queue } from 'workbox-background-sync'
import type { ErrorReport } from '../src/domain/error-report.ts'
import { localLocks } from '../src/lib/locks.ts'
import { RetrySyncError } from '../src/lib/retry-sync-error.ts'
import { REPORT_TAG } from './report-tag.ts'

/*
 *   keep ---> queue (oldest dropped when full) --- sync event, start ---> POST /telemetry
 *               ^                                                           |
 *               +---- no signal, not our server, 408 425 429, 5xx ----------+---> 202 or refused: forgotten
 */

export const MAXIMUM_REPORTS = 50

/** The part of a worker's global that the queue needs. `sync` is missing in browsers without background sync. */
interface Registration {
  readonly sync?: { register(tag: string): Promise<void> }
}

export interface ReportQueueParts {
  readonly queue: Pick<Queue, 'size' | 'pushRequest' | 'shiftRequest' | 'unshiftRequest'>
  readonly address: string
  readonly registration: () => Registration
  readonly fetch: (request: Request) => Promise<Response>
}

export interface ReportQueue {
  /** Appends a report and arranges for it to be sent; never rejects for lack of a signal. */
  keep(report: ErrorReport): Promise<void>
  /** Sends the queued reports, oldest first. Rejects when some remain, so that the browser schedules a retry. */
  send(): Promise<void>
}

const MAY_PASS_LATER = new Set([408, 425, 429])

const isAnswered = ({ status, redirected }: Response): boolean =>
  !redirected && (status === 202 || (status >= 400 && status < 500 && !MAY_PASS_LATER.has(status)))

export function createReportQueue({ queue, address, registration, fetch: send }: ReportQueueParts): ReportQueue {
  const turns = localLocks()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.run('reports', work)

  const isTaken = async (request: Request): Promise<boolean> => {
    try {
      return isAnswered(await send(request))
    } catch {
      return false
    }
  }

  async function sendAll(): Promise<void> {
    for (let entry = await queue.shiftRequest(); entry !== undefined; entry = await queue.shiftRequest()) {
      if (await isTaken(entry.request.clone())) continue
      await queue.unshiftRequest(entry)
      throw new RetrySyncError('Error reports wait for a signal')
    }
  }

  async function push(report: ErrorReport): Promise<void> {
    while ((await queue.size()) >= MAXIMUM_REPORTS) await queue.shiftRequest()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(report)
    await queue.pushRequest({ request: new Request(address, { method: 'POST', headers, body, credentials: 'omit' }) })
  }

  return {
    async keep(report) {
      await inTurn(() => push(report))
      const { sync } = registration()
      // A refusal (the driver may block background sync) is treated as missing support: sends now, or else at the next
      // start.
      const [asked] = await Promise.allSettled([sync?.register(REPORT_TAG) ?? Promise.reject(new Error('No sync'))])
      if (asked.status === 'rejected') await Promise.allSettled([inTurn(sendAll)])
    },
    send: () => inTurn(sendAll),
  }
}
