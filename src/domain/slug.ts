import { toSlug, type ParkCode, type Slug } from './ids.ts'
import { normaliseText } from './search-text.ts'

/** Maximum length of the name and city parts, to keep links readable. */
const MAX_PART = 60

/** ASCII, lower case, words joined by hyphens; empty when no usable character is left. */
export const slugify = (text: string): string =>
  normaliseText(text)
    .replace(/[^a-z0-9 ]+/g, '')
    .trim()
    .replace(/ +/g, '-')
    .slice(0, MAX_PART)
    .replace(/-+$/, '')

export interface SlugParts {
  readonly name: string | null
  readonly kind: string
  readonly city: string | null
  readonly code: ParkCode
}

/**
 * Name or kind, city, code: `green-p-carpark-26-toronto-ca7kq2m`. Always contains a hyphen, so it cannot be mistaken
 * for a park code.
 */
export function parkSlug({ name, kind, city, code }: SlugParts): Slug {
  const head = slugify(name ?? '') || slugify(kind) || 'park'
  return toSlug([head, slugify(city ?? ''), code.toLowerCase()].filter((part) => part !== '').join('-'))
}
