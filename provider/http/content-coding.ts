export type ContentCoding = 'br' | 'gzip' | 'identity'

const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity']

function weightsOf(header: string | undefined): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
}

/** By an Accept-Encoding header; `q=0` refuses a coding. */
export function acceptsCoding(header: string | undefined, coding: ContentCoding): boolean {
  const weights = weightsOf(header)
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

/** Of an Accept-Encoding header the smallest coding that is taken. Without a header, or none of ours in it: as it is. */
export const chooseCoding = (header: string | undefined): ContentCoding =>
  CODINGS.find((coding) => acceptsCoding(header, coding)) ?? 'identity'
