import { useEffect, useState } from 'react'
import { type KeptPark, readParkSearch } from '../db/read/park-search.ts'
import type { CountryCode } from '../domain/country.ts'

export type { KeptPark }

const read = async (text: string, limit: number, country: CountryCode | null): Promise<readonly KeptPark[]> => {
  const all = () => readParkSearch({ text, limit })
  const { value } = await (country === null ? all() : readParkSearch({ text, limit, country }))
  return value.length > 0 || country === null ? value : (await all()).value
}

/** Mirrored parks, those abroad where there is no other, as they were when the text was typed: rows do not move while more arrive. Until they are read, those of the text before. */
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
