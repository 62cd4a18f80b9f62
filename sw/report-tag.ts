/** Name under which the browser's background sync asks for the reports that wait. */
export const REPORT_TAG = 'baywise-reports'
