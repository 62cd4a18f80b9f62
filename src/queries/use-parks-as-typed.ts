import { useEffect, useState } from 'react'
import { type KeptPark, readParkSearch } from '../db/read/park-search.ts'
import type { CountryCode } from '../domain/country.ts'

export type { KeptPark }

const read = async (text: string, limit: number, country: CountryCode | null): Promise<readonly KeptPark[]> => {
  const all = () => readParkSearch({ text, limit })
  const { value } = await (country === null ? all() : readParkSearch({ text, limit, country }))
  return value.length > 0 || country === null ? value : (await all()).value
}

/**
 * Mirrored parks, foreign ones only when there are no others, as of the moment the text was typed, so that rows do not
 * move as more arrive. Returns those of the previous text until they are read.
 */
export function useParksAsTyped(text: string, limit: number, country: CountryCode | null): readonly KeptPark[] {
  const [parks, setParks] = useState<readonly KeptPark[]>([])
  useEffect(() => {
    let isCurrent = true
    void read(text, limit, country).then((found) => isCurrent && setParks(found))
    return () => {
      isCurrent = false
    }
  }, [text, limit, country])
  return parks
}
