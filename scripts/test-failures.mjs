/**
 * Lists the names of failed tests, each with a one-line reason, from a runner's JSON report: they come last in the
 * output of a long run, where they are easy to find. Plain Node 20, no dependency.
 */
import path from 'node:path'
import { ROOT } from './setup.mjs'

/**
 * The message in one line without colours, with the expected and received values of a comparison.
 * @param {string | undefined} message
 */
function lineOf(message = '') {
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal are control characters
  const [first = '', ...rest] = message.replace(/\u001B\[[\d;]*m/g, '').split('\n')
  const differences = rest.filter((line) => /^[+-] (?! *(?:Array|Object|Expected|Received)\b)/.test(line))
  return [first, ...differences.slice(0, 6).map((line) => line.replace(/ +/g, ' '))].join(' | ').slice(0, 600)
}

/** @param {any} report of Vitest @returns {string[]} */
export function failedInVitest(report) {
  return report.testResults.flatMap((file) => {
    const name = path.relative(ROOT, file.name)
    if (file.status === 'failed' && file.assertionResults.length === 0) return [`${name}: ${lineOf(file.message)}`]
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} › ${fullName}: ${lineOf(failureMessages[0])}`)
  })
}

/** Includes tests that passed on retry, marked as such. @param {any} report of Playwright @returns {string[]} */
export function failedInPlaywright(report) {
  return report.suites.flatMap(function inSuite({ specs = [], suites = [] }) {
    return [...specs.flatMap(failedOfSpec), ...suites.flatMap(inSuite)]
  })
}

function failedOfSpec({ file, line, title, tests }) {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ status, results }) => {
      const why = lineOf(results.find((result) => result.error !== undefined)?.error?.message)
      return `${file}:${line} › ${title}${status === 'flaky' ? ' (second try passed)' : ''}: ${why}`
    })
}
