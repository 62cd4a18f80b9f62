import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { FEW_FOUND, wordPenalty } from '../rules/typing-errors.ts'
import { firstListed, inFilter, nearestListed, Parameters, type ParkFilter } from './search-sql.ts'
import { findSimilarWords } from './similar-words.ts'

/** A park that contains all words of a search. */
export interface Candidate {
  readonly id: number
  readonly at: LatLng | null
  /** How far its words differ from those typed; 0 when equal (rules/typing-errors.ts). */
  readonly penalty: number
}

/** Sorts after every character of a normalised word. */
const LAST = '\u{10ffff}'

/** A typed word and the similar ones that may have been meant. */
interface WantedWord {
  readonly word: string
  readonly similar: readonly string[]
}

interface CountedWord extends WantedWord {
  /** Number of entries that begin with it or are similar, up to the counting limit. */
  readonly entries: number
}

/**
 * Selects the first entries that begin with a word, in index order. The row comparison sets the start and the limit
 * sets the end, so that no plan reads more (search-sql.ts explains why).
 */
const entriesOf = (word: string, country: string | null, limit: string): string => {
  const [columns, start] =
    country === null
      ? ['k.token, k.park_id', `${word}, 0`]
      : ['k.country_code, k.token, k.park_id', `${country}, ${word}, 0`]
  return `select k.park_id, k.token from (
    select ${columns} from park_tokens k where (${columns}) >= (${start}) order by ${columns} limit ${limit}
  ) as k where k.token < ${word} || '${LAST}'${country === null ? '' : ` and k.country_code = ${country}`}`
}

/** Selects the first entries of the typed word and of each similar one; each is limited separately. */
function allEntriesOf({ word, similar }: WantedWord, { country }: ParkFilter, parameters: Parameters): string {
  const ofCountry = country === undefined ? null : parameters.add(country)
  const limit = parameters.add(similar.length === 0 ? SEARCH_LIMIT : Math.ceil(SEARCH_LIMIT / (similar.length + 1)))
  return [word, ...similar]
    .map((one) => `(${entriesOf(`${parameters.add(one)}::text`, ofCountry, limit)})`)
    .join(' union all ')
}

/** Counts entries per word, within the country if one is given. Rarest first. */
async function countWords(
  db: Queryable,
  words: readonly WantedWord[],
  { country }: ParkFilter,
): Promise<readonly CountedWord[]> {
  const parameters = new Parameters()
  const all = words.flatMap(({ word, similar }, place) => [word, ...similar].map((one) => ({ one, place })))
  const [ones, places] = [parameters.add(all.map(({ one }) => one)), parameters.add(all.map(({ place }) => place))]
  const limit = parameters.add(SEARCH_LIMIT + 1)
  const ofCountry = country === undefined ? null : parameters.add(country)
  const rows = await db.query<{ place: number; entries: number }>(
    `select w.place, sum(n.entries)::bigint as entries
       from unnest(${ones}::text[], ${places}::int[]) as w (word, place)
      cross join lateral (select count(*) as entries from (${entriesOf('w.word', ofCountry, limit)}) as entry) as n
      group by w.place`,
    parameters.values,
  )
  const entriesAt = new Map(rows.map(({ place, entries }) => [place, entries]))
  return words
    .map((word, place) => ({ ...word, entries: entriesAt.get(place) ?? 0 }))
    .toSorted((a, b) => a.entries - b.entries)
}

/**
 * Finds the parks within the filter that contain all words, in no order; when few match exactly, also those with
 * similar words. The result is complete as long as one of the words begins at most SEARCH_LIMIT entries. If every word
 * is more common, it is limited to parks among the first entries of the rarest word and among the first parks in the
 * search's own order (nearest to `centre`, or list order): a page is then full, its matches are real, and the cost is
 * bounded.
 */
export async function findNamed(db: Queryable, filter: ParkFilter, centre?: LatLng): Promise<readonly Candidate[]> {
  const words = filter.words ?? []
  const exact = words.map((word) => ({ word, similar: [] }))
  const found = await findCandidates(db, exact, { filter, centre })
  if (found.length >= FEW_FOUND) return found
  const meant = await findSimilarWords(db, words, filter.country)
  if (meant.size === 0) return found
  const wanted = words.map((word) => ({ word, similar: meant.get(word) ?? [] }))
  const others = await findCandidates(db, wanted, { filter, centre })
  return [...new Map([...others, ...found].map((candidate) => [candidate.id, candidate])).values()]
}

interface Scope {
  readonly filter: ParkFilter
  readonly centre: LatLng | undefined
}

interface CandidateRow {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
  /** The park's matching word for each wanted word, in the same order. */
  readonly had: readonly (string | null)[]
}

async function findCandidates(
  db: Queryable,
  words: readonly WantedWord[],
  { filter, centre }: Scope,
): Promise<readonly Candidate[]> {
  const counted = await countWords(db, words, filter)
  const rarest = must(counted[0], 'a word')
  if (rarest.entries === 0) return []
  const parameters = new Parameters()
  const sources = [allEntriesOf(rarest, filter, parameters)]
  if (rarest.entries > SEARCH_LIMIT) sources.push(firstParks(filter, centre, parameters))
  const where = inFilter(filter, parameters)
  const had = counted.map((word) => {
    const lookedUp = wordHad(word, parameters)
    // Entries are ordered by word, so a park's smallest entry for one wanted word is its first.
    return word === rarest && word.similar.length === 0 ? `coalesce(c.token, ${lookedUp})` : lookedUp
  })
  // A lateral row and a scalar subquery are looked up one by one; a join might be planned as a full scan. The row of a
  // park that lacks a word is not read.
  const rows = await db.query<CandidateRow>(
    `select p.id, p.lat, p.lng, c.had from (
       select c.id, array[${had.join(', ')}] as had
         from (select id, min(token) as token from (${sources.join(' union all ')}) as found (id, token) group by id) as c offset 0
     ) as c
      cross join lateral (select * from parks p where p.id = c.id limit 1) as p
      where array_position(c.had, null) is null and ${where}`,
    parameters.values,
  )
  return rows.map(({ id, lat, lng, had: own }) => ({
    id,
    at: lat === null || lng === null ? null : { lat, lng },
    penalty: counted.reduce((sum, { word }, n) => sum + (wordPenalty(word, own[n] ?? '') ?? 0), 0),
  }))
}

function firstParks(filter: ParkFilter, centre: LatLng | undefined, parameters: Parameters): string {
  const first =
    centre === undefined
      ? firstListed(filter, parameters)
      : nearestListed(filter, centre, { parameters, offset: 0, length: SEARCH_LIMIT })
  return `select id, null from (${first}) as first`
}

/** Selects the park's first entry that begins with the word, or else the first similar word it has. */
function wordHad({ word, similar }: WantedWord, parameters: Parameters): string {
  const from = `${parameters.add(word)}::text`
  const begun = `(select case when k.park_id = c.id and k.token < ${from} || '${LAST}' then k.token end from park_tokens k
            where (k.park_id, k.token) >= (c.id, ${from}) order by k.park_id, k.token limit 1)`
  if (similar.length === 0) return begun
  return `coalesce(${begun}, (select m.word from unnest(${parameters.add(similar)}::text[]) with ordinality as m (word, place)
            where (select k.park_id = c.id and k.token = m.word from park_tokens k
                    where (k.park_id, k.token) >= (c.id, m.word) order by k.park_id, k.token limit 1)
            order by m.place limit 1))`
}
