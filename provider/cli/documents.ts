import { writeFile } from 'node:fs/promises'
import type { DocumentFeesWire } from '../../src/contract/documents-page.ts'
import { documentFeesBody } from '../../src/contract/operator-plans.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import type { RenewalStage } from '../../src/domain/document-kinds.ts'
import { RENEWAL_COUNTRY } from '../../src/domain/vehicle-documents.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { en } from '../messages/en.ts'
import { listOpenRenewals, lockRenewal, type RenewalRow } from '../repositories/document-renewals.ts'
import { findDocumentFees } from '../repositories/documents.ts'
import { moveRenewal, setDocumentFees } from '../services/documents.ts'
import { readRenewalScans } from '../services/scans.ts'
import type { Printed } from './attendants.ts'
import { checkBody, readFields } from './offer-file.ts'

const USAGE = `documents list                 renewals under way, the oldest first
documents scan CODE KIND FILE  the picture of a document, as a JPEG
documents check CODE           the papers were read
documents take CODE            they are at the licensing office
documents finish CODE          ready
documents reject CODE REASON...  everything is given back
documents fees [FILE.json]     what renewing costs; with a file, from now on`

/** Maps each verb to the stage it leads to. */
const STAGES: Readonly<Record<string, RenewalStage>> = {
  check: 'checked',
  take: 'at_office',
  finish: 'done',
  reject: 'rejected',
}

const refused = (line: string, exitCode = 1): Printed => ({ lines: [line], exitCode })

const lineOf = (row: RenewalRow): string =>
  [
    ...[row.code, toRfc3339(row.created_at), row.stage, row.plate],
    `${toDecimal(toMoney(row.total_minor, row.currency))} ${row.currency}`,
    row.lines.map(({ kind }) => kind).join(', '),
  ].join('  ')

async function move(
  db: Database,
  { code, stage, rest }: { code: string; stage: RenewalStage; rest: readonly string[] },
) {
  const needsReason = stage === 'rejected'
  if (needsReason !== rest.length > 0) return refused(USAGE, 2)
  const reason = needsReason ? rest.join(' ').slice(0, 200) : null
  const done = await db.transaction((tx) => moveRenewal(tx, { code, stage, reason, nowMs: systemClock.now() }))
  if (!done.ok) {
    const { code: why } = done.error
    return refused(
      why === 'order_stage' ? 'Not from this step: check, take, finish, in this order.' : en.problems[why].detail,
    )
  }
  const { refunded_minor: back, currency } = done.value
  const given = back === 0 ? [] : [`Given back: ${toDecimal(toMoney(back, currency))} ${currency}`]
  return { lines: [lineOf(done.value), ...given], exitCode: 0 }
}

async function saveScan(
  db: Database,
  { code, kind, file }: { code: string; kind: string; file: string },
): Promise<Printed> {
  const renewal = await db.transaction((tx) => lockRenewal(tx, code))
  if (renewal === undefined) return refused(en.problems.not_found.detail)
  const found = (await readRenewalScans(db, renewal.renewal_id)).find((scan) => scan.kind === kind)
  if (found?.picture === undefined) return refused('No such picture. Pictures are deleted 14 days after the end.')
  // 0600: other users of this machine must not read the picture.
  await writeFile(file, found.picture, { mode: 0o600 })
  return { lines: [`Picture written to ${file}.`], exitCode: 0 }
}

const describeFees = (fees: DocumentFeesWire | undefined): readonly string[] => {
  if (fees === undefined) return ['No fees: nothing can be renewed.']
  const amounts = { ...fees.fees, service: fees.service }
  return [
    `${fees.country_code}${fees.demo ? '  demo, not the state’s' : ''}  VAT in the service fee: ${String(fees.vat / 1000)} %`,
    ...Object.entries(amounts).map(
      ([name, minor]) => `${name}  ${toDecimal(toMoney(minor, fees.currency))} ${fees.currency}`,
    ),
  ]
}

async function setFees(db: Database, file: string): Promise<Printed> {
  const read = await readFields(file)
  const fees = read.ok ? checkBody(documentFeesBody, read.value) : read
  if (!fees.ok) return refused(`${file}: ${fees.error}`)
  const set = await setDocumentFees(db, { fees: fees.value, nowMs: systemClock.now() })
  return set.ok ? { lines: describeFees(set.value), exitCode: 0 } : refused(`${file}: ${set.error.words}`)
}

/** `words`: the arguments after `documents`. */
export async function runDocuments(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', ...rest] = words
  if (verb === 'list')
    return { lines: (await listOpenRenewals(db, { limit: null, offset: 0 })).map(lineOf), exitCode: 0 }
  if (verb === 'fees') {
    if (first !== '') return setFees(db, first)
    return { lines: describeFees(await findDocumentFees(db, RENEWAL_COUNTRY)), exitCode: 0 }
  }
  const code = first.toUpperCase()
  const stage = Object.hasOwn(STAGES, verb) ? STAGES[verb] : undefined
  if (code !== '' && stage !== undefined) return move(db, { code, stage, rest })
  const [kind = '', file = ''] = rest
  if (verb === 'scan' && file !== '') return saveScan(db, { code, kind, file })
  return refused(USAGE, 2)
}
