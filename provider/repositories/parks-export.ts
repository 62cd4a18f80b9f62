import type { TariffWire } from '../../src/contract/tariff.ts'
import type { Queryable } from '../db/database.ts'
import type { ParkRow } from './park-row.ts'

export interface ExportRow extends Omit<ParkRow, 'taken' | 'feed' | 'taxes'> {
  readonly source_id: string
  readonly tariff: TariffWire
}

const PAGE = 2_000

/** Yields every car park with its tariff in force, in id order, reading page by page. */
export async function* exportParks(db: Queryable, country: string | null): AsyncGenerator<ExportRow> {
  let after = 0
  for (;;) {
    const rows = await db.query<ExportRow>(
      `select p.*, t.tariff from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version
        where p.id > $1 and ($2::text is null or p.country_code = $2) order by p.id limit $3`,
      [after, country, PAGE],
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}
