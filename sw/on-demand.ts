/**
 * The part of the worker that is needed only for a sync event, a push or an error. A separate script (see
 * load-on-demand), because the worker starts again for each relaunch, and evaluating Dexie, ky and valibot took more
 * than half of that start.
 */
export { drainOnSync } from '../src/sync/drain-on-sync.ts'
export { renewSubscription } from '../src/sync/notifications/renew.ts'
export { showBadge } from './badge.ts'
export { keepReport, reportThrown, sendReports } from './reports.ts'
