import * as v from 'valibot'

const NETWORKS = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
const NAMES = { facebook: 'Facebook', instagram: 'Instagram', linkedin: 'LinkedIn', twitter: 'Twitter' } as const

const address = v.optional(v.pipe(v.string(), v.startsWith('https://')))
const linksSchema = v.object({ facebook: address, instagram: address, linkedin: address, twitter: address })
/** By country code; `default` serves countries without links of their own. */
const socialSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), linksSchema))

export interface SocialLink {
  readonly name: string
  readonly url: string
}

/** Throws for malformed JSON, so that no release is built with a broken setting. */
export const parseSocial = (text: string): Readonly<Record<string, v.InferOutput<typeof linksSchema>>> =>
  v.parse(socialSchema, text)

/** Returns the country's own links, or else the default set. */
export function socialLinksOf(social: ReturnType<typeof parseSocial>, code: string): readonly SocialLink[] {
  const links = social[code] ?? social['default']
  return NETWORKS.flatMap((network) => {
    const url = links?.[network]
    return url === undefined ? [] : [{ name: NAMES[network], url }]
  })
}
