export type Language = 'en' | 'fr'

/** Picks the best language from an Accept-Language header; English when none fits. */
export function pickLanguage(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((candidate) => candidate.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  const found = ranked.find(({ tag }) => tag === 'en' || tag === 'fr')
  return found?.tag === 'fr' ? 'fr' : 'en'
}
