export type ContentCoding = 'br' | 'gzip' | 'identity'

const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity']

/**
 * Chooses the smallest coding that an Accept-Encoding header accepts; `q=0` refuses one. Returns `identity` without a
 * header, or when it names none of ours.
 */
export function chooseCoding(header: string | undefined): ContentCoding {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const isTaken = (coding: ContentCoding): boolean => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  return CODINGS.find(isTaken) ?? 'identity'
}
