/** Background sync tag for queued error reports. */
export const REPORT_TAG = 'baywise-reports'
