import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { firstListed, inFilter, nearestListed, Parameters, type ParkFilter } from './search-sql.ts'

export interface Candidate {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
}

/** Above every character of a normalised word. */
const LAST = '\u{10ffff}'

interface CountedWord {
  readonly word: string
  /** Entries that begin with it, as far as a search counts. */
  readonly entries: number
}

/**
 * The first entries that begin with a word, in the order of an index: they begin by comparing rows and end by their limit, so that no
 * plan reads more (search-sql.ts says why).
 */
const entriesOf = (word: string, country: string | null, limit: string): string => {
  const [columns, start] =
    country === null
      ? ['k.token, k.park_id', `${word}, 0`]
      : ['k.country_code, k.token, k.park_id', `${country}, ${word}, 0`]
  return `select k.park_id from (
    select ${columns} from park_tokens k where (${columns}) >= (${start}) order by ${columns} limit ${limit}
  ) as k where k.token < ${word} || '${LAST}'${country === null ? '' : ` and k.country_code = ${country}`}`
}

/** Of the country alone when one is asked for. The rarest first. */
async function countWords(db: Queryable, { words = [], country }: ParkFilter): Promise<readonly CountedWord[]> {
  const parameters = new Parameters()
  const [all, limit] = [parameters.add(words), parameters.add(SEARCH_LIMIT + 1)]
  const ofCountry = country === undefined ? null : parameters.add(country)
  return db.query<CountedWord>(
    `select w.word, n.entries
       from unnest(${all}::text[]) with ordinality as w (word, place)
      cross join lateral (select count(*) as entries from (${entriesOf('w.word', ofCountry, limit)}) as entry) as n
      order by n.entries, w.place`,
    parameters.values,
  )
}

/**
 * Parks of the filter that have all its words, in no order. All of them, as long as one of the words begins no more than SEARCH_LIMIT
 * entries. Where every word is commoner than that, those among the first entries of the rarest, and among the first parks of the search's
 * own order (nearest to `centre`, or as they are listed): a page is then full, its words are true, and what it costs is bounded.
 */
export async function findCandidates(
  db: Queryable,
  filter: ParkFilter,
  centre?: LatLng,
): Promise<readonly Candidate[]> {
  const counted = await countWords(db, filter)
  const rarest = must(counted[0], 'a word')
  const parameters = new Parameters()
  const ofCountry = filter.country === undefined ? null : parameters.add(filter.country)
  const sources = [entriesOf(`${parameters.add(rarest.word)}::text`, ofCountry, parameters.add(SEARCH_LIMIT))]
  if (rarest.entries > SEARCH_LIMIT) sources.push(firstParks(filter, centre, parameters))
  const where = inFilter(filter, parameters)
  const all = counted.map(({ word }) => hasWord(word, parameters)).join(' and ')
  // A lateral row and a scalar subquery are looked up one by one; a join might be planned as a scan of everything.
  return db.query<Candidate>(
    `select p.id, p.lat, p.lng
       from (select distinct id from (${sources.join(' union all ')}) as found (id)) as candidate
      cross join lateral (select * from parks p where p.id = candidate.id limit 1) as p
      where ${where} and ${all}`,
    parameters.values,
  )
}

function firstParks(filter: ParkFilter, centre: LatLng | undefined, parameters: Parameters): string {
  const first =
    centre === undefined
      ? firstListed(filter, parameters)
      : nearestListed(filter, centre, { parameters, offset: 0, length: SEARCH_LIMIT })
  return `select id from (${first}) as first`
}

/** Looks at the first of the park's own entries from the word on: it is one that begins so, or there is none. */
function hasWord(word: string, parameters: Parameters): string {
  const from = `${parameters.add(word)}::text`
  return `(select k.park_id = p.id and k.token < ${from} || '${LAST}' from park_tokens k
            where (k.park_id, k.token) >= (p.id, ${from}) order by k.park_id, k.token limit 1)`
}
