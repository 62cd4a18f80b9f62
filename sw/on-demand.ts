/**
 * The part of the worker that only a signal or an error needs. A script of its own (see load-on-demand): the worker starts anew for each
 * relaunch, and evaluating Dexie, ky and valibot took more than half of that start.
 */
export { drainOnSync } from '../src/sync/drain-on-sync.ts'
export { renewSubscription } from '../src/sync/notifications/renew.ts'
export { showBadge } from './badge.ts'
export { keepReport, reportThrown, sendReports } from './reports.ts'
