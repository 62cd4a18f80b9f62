import { writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import {
  hiddenReason,
  REVIEW_LISTS,
  type ReviewListKind,
  type ReviewStatusBody,
} from '../../src/contract/operator-reviews.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Database } from '../db/database.ts'
import { findReviewPhoto } from '../repositories/review-photos.ts'
import { listModerated, type ModeratedRow } from '../repositories/reviews.ts'
import { moderateReview } from '../services/reviews.ts'
import type { Printed } from './attendants.ts'

const LATEST = 200
const USAGE = `reviews list [all|reported|hidden]   what drivers say of car parks, what changed last first
reviews hide ID REASON               shown to nobody but its author, who reads the reason
reviews photo ID FILE                its photo, as a WebP
reviews publish ID                   shown to all; what was reported of it until now is dealt with`

const usage: Printed = { lines: [USAGE], exitCode: 2 }
const isList = (text: string): text is ReviewListKind => (REVIEW_LISTS as readonly string[]).includes(text)

const lineOf = (row: ModeratedRow): string =>
  [
    ...[row.review_id, toRfc3339(toInstant(row.updated_at)), row.park_code, `${String(row.stars)}/5`, row.text ?? '-'],
    ...row.reports.map(({ kind, count }) => `reported ${kind} x${String(count)}`),
    ...(row.objection === null
      ? []
      : [`operator says ${row.objection.kind}${row.objection.decided ? ', decided' : ''}`]),
    ...(row.hidden_reason === null ? [] : [`hidden: ${row.hidden_reason}`]),
    ...(row.changed ? ['changed since'] : []),
    ...(row.photo === null ? [] : ['photo']),
    ...(row.answer === null ? [] : [`answered: ${row.answer}`]),
  ].join('  ')

async function list(db: Database, show: string): Promise<Printed> {
  if (!isList(show)) return usage
  const { rows } = await listModerated(db, { show, within: null, limit: LATEST, offset: 0 })
  return { lines: rows.length === 0 ? ['There are no such reviews.'] : rows.map(lineOf), exitCode: 0 }
}

async function savePhoto(db: Database, id: string, file: string): Promise<Printed> {
  const webp = isUuid(id) ? await findReviewPhoto(db, id) : undefined
  if (webp === undefined) return { lines: ['There is no photo with this review.'], exitCode: 1 }
  await writeFile(file, webp)
  return { lines: [`Photo written to ${file}.`], exitCode: 0 }
}

function readDecision(verb: string, words: readonly string[]): ReviewStatusBody | undefined {
  if (verb === 'publish') return words.length === 0 ? { status: 'published' } : undefined
  const reason = v.safeParse(hiddenReason, words.join(' '))
  return verb === 'hide' && reason.success ? { status: 'hidden', reason: reason.output } : undefined
}

/** `words`: the arguments after `reviews`. */
export async function runReviews(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', id = '', ...rest] = words
  if (verb === 'list') return list(db, id === '' ? 'reported' : id)
  const [file, ...others] = rest
  if (verb === 'photo' && file !== undefined && others.length === 0) return savePhoto(db, id, file)
  const decision = isUuid(id) ? readDecision(verb, rest) : undefined
  if (decision === undefined) return usage
  const asked = { reviewId: id, decision, within: null, nowMs: systemClock.now() }
  const done = await db.transaction((tx) => moderateReview(tx, asked))
  if (!done.ok) return { lines: [done.error.words], exitCode: 1 }
  const state = decision.status === 'hidden' ? 'hidden' : 'shown'
  return { lines: [done.value.isChanged ? `It is ${state} now.` : `It was ${state} already.`], exitCode: 0 }
}
