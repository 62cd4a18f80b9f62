import type { CountryCode } from '../../src/domain/country.ts'
import type { Queryable } from '../db/database.ts'
import { editsAllowed } from '../../src/domain/typing-errors.ts'
import { countTypingErrors } from '../rules/typing-errors.ts'

/** Maximum number of similar words searched for one typed word. */
const MAX_SIMILAR = 8
/** Maximum number of candidates looked up in the country's words. */
const MAX_CANDIDATES = 100

interface Similar {
  readonly word: string
  readonly errors: number
}

/**
 * Returns for each possibly mistyped word the park words that may have been meant, most similar first. Words without
 * any have no entry.
 */
export async function findSimilarWords(
  db: Queryable,
  typed: readonly string[],
  country: CountryCode | undefined,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(typed.map(async (word) => [word, await findSimilar(db, word, country)] as const))
  return new Map(found.filter(([, similar]) => similar.length > 0))
}

async function findSimilar(db: Queryable, typed: string, country: CountryCode | undefined): Promise<readonly string[]> {
  const most = editsAllowed(typed)
  if (most === 0) return []
  const rows = await db.query<{ word: string }>('select word from similar_words($1, $2) as word', [typed, most])
  const similar = [...new Set(rows.map(({ word }) => word))]
    .flatMap((word): readonly Similar[] => {
      const errors = word.startsWith(typed) ? undefined : countTypingErrors(typed, word)
      return errors === undefined ? [] : [{ word, errors }]
    })
    .toSorted((a, b) => a.errors - b.errors || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
  return keepUsed(db, similar, country)
}

/** Keeps the first words that some park has, in the country if one is given. Each costs one index lookup. */
async function keepUsed(
  db: Queryable,
  words: readonly string[],
  country: CountryCode | undefined,
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const columns = country === undefined ? 'k.token, k.park_id' : 'k.country_code, k.token, k.park_id'
  const rows = await db.query<{ word: string }>(
    `select w.word from unnest($1::text[]) with ordinality as w (word, place)
      where (select k.token = w.word${country === undefined ? '' : ' and k.country_code = $3'} from park_tokens k
              where (${columns}) >= (${country === undefined ? '' : '$3::text, '}w.word, 0) order by ${columns} limit 1)
      order by w.place limit $2`,
    [words.slice(0, MAX_CANDIDATES), MAX_SIMILAR, ...(country === undefined ? [] : [country])],
  )
  return rows.map(({ word }) => word)
}
