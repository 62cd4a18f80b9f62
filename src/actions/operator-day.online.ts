/**
 * An operator's daily work in the console: the day, closures, statements, staff phones and the change log. Nothing of
 * it is stored on the phone.
 */
import { type OperatorChangeWire, operatorChangeList } from '../contract/operator.ts'
import {
  type ClosureBody,
  type ClosureEffect,
  closureEffectSingle,
  closureList,
  closureSingle,
  type ClosureWire,
} from '../contract/operator-closures.ts'
import { daySingle, type OperatorDay } from '../contract/operator-day.ts'
import { staffPairingSingle, type StaffPhone, staffPhoneList, staffPhoneSingle } from '../contract/operator-staff.ts'
import {
  type OperatorStatement,
  operatorStatementSingle,
  statementFileSingle,
  type StatementLine,
  statementLineList,
} from '../contract/operator-statements.ts'
import { ok, type Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer<T> = Promise<Result<T, ActionError>>

const PAGE_SIZE = 100

/** Joins a page's subject into one text: a car park, and further parts. */
export const aboutOf = (...parts: readonly string[]): string => parts.join(' ')
const partsOf = (about: string): readonly string[] => about.split(' ')

const dataOf = async <T>(answer: Answer<{ readonly data: T }>): Answer<T> => {
  const told = await answer
  return told.ok ? ok(told.value.data) : told
}
const itemsOf = async <T>(answer: Answer<{ readonly items: readonly T[] }>): Answer<readonly T[]> => {
  const told = await answer
  return told.ok ? ok(told.value.items) : told
}
const parkPath = (code: string | undefined, rest: string): string => `/parks/${encodeURIComponent(code ?? '')}/${rest}`

/** `about`: code and day; an empty day means today at the car park. */
export const loadDay = (about: string): Answer<OperatorDay> => {
  const [code, date = ''] = partsOf(about)
  const query = date === '' ? {} : { date }
  return dataOf(readOperator({ method: 'GET', path: parkPath(code, 'day'), query, schema: daySingle }))
}

export const loadClosures = (code: string): Answer<readonly ClosureWire[]> =>
  itemsOf(readOperator({ method: 'GET', path: parkPath(code, 'closures'), query: { size: 20 }, schema: closureList }))

/** `about`: code and end; an empty end means until it is reopened. */
export const loadEffect = (about: string): Answer<ClosureEffect> => {
  const [code, until = ''] = partsOf(about)
  const query = until === '' ? {} : { until }
  return dataOf(
    readOperator({ method: 'GET', path: parkPath(code, 'closures/effect'), query, schema: closureEffectSingle }),
  )
}

export const closePark = (code: string, body: ClosureBody) =>
  changeOperator({ method: 'POST', path: parkPath(code, 'closures'), body, schema: closureSingle })

export const reopenPark = (code: string, id: number) =>
  changeOperator({ method: 'DELETE', path: parkPath(code, `closures/${String(id)}`), schema: closureSingle })

const periodOf = (about: string) => {
  const [code, from = '', until = ''] = partsOf(about)
  return { code, query: { from, until } }
}

/** `about`: code, first and last day. */
export const loadStatement = (about: string): Answer<OperatorStatement> => {
  const { code, query } = periodOf(about)
  return dataOf(
    readOperator({ method: 'GET', path: parkPath(code, 'statement'), query, schema: operatorStatementSingle }),
  )
}

/** Fetches the first lines of one kind; the file has all of them. `about`: code, first and last day, kind. */
export const loadLines = (about: string): Answer<readonly StatementLine[]> => {
  const { code, query } = periodOf(about)
  const kind = partsOf(about)[3]
  const asked = { ...query, kind, size: PAGE_SIZE }
  return itemsOf(
    readOperator({ method: 'GET', path: parkPath(code, 'statement/lines'), query: asked, schema: statementLineList }),
  )
}

export const loadStatementFile = (about: string) => {
  const { code, query } = periodOf(about)
  return dataOf(
    readOperator({ method: 'GET', path: parkPath(code, 'statement/file'), query, schema: statementFileSingle }),
  )
}

export const loadPhones = (_organisationId: string): Answer<readonly StaffPhone[]> =>
  itemsOf(readOperator({ method: 'GET', path: '/phones', query: { size: PAGE_SIZE }, schema: staffPhoneList }))

export const pairPhone = (parks: readonly string[]) =>
  changeOperator({ method: 'POST', path: '/phones/pairings', body: { parks }, schema: staffPairingSingle })

export const revokePhone = (id: string) =>
  changeOperator({ method: 'DELETE', path: `/phones/${encodeURIComponent(id)}`, schema: staffPhoneSingle })

export const loadChanges = (_organisationId: string): Answer<readonly OperatorChangeWire[]> =>
  itemsOf(readOperator({ method: 'GET', path: '/changes', query: { size: PAGE_SIZE }, schema: operatorChangeList }))
