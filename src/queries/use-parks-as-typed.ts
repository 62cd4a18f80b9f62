import { useEffect, useState } from 'react'
import { type KeptPark, readParkSearch } from '../db/read/park-search.ts'

/** Mirrored parks as they were when the text was typed: rows do not move while more arrive. Until they are read, those of the text before. */
export function useParksAsTyped(text: string, limit: number): readonly KeptPark[] {
  const [parks, setParks] = useState<readonly KeptPark[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const { value } = await readParkSearch({ text, limit })
      if (isCurrent) setParks(value)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [text, limit])
  return parks
}
