import { FEED_FORMATS, type FeedFormat } from './read-feed.ts'

export interface FeedConfig {
  readonly format: FeedFormat
  /** Of the car parks whose ids it names; of `baywise` a name for the log. */
  readonly source: string
  /** An address, or a file. */
  readonly address: string
}

const isFormat = (text: string): text is FeedFormat => (FEED_FORMATS as readonly string[]).includes(text)

/** One of `OCCUPANCY_FEEDS`: `parkapi:toronto_green_p=https://feeds.example/green-p.json`. Throws where it is not written so. */
export function parseFeedConfig(text: string): FeedConfig {
  const [, format = '', source = '', address = ''] = /^(\w+):([^=\s]{1,80})=(\S+)$/.exec(text) ?? []
  if (!isFormat(format)) {
    throw new Error(`OCCUPANCY_FEEDS takes FORMAT:SOURCE=ADDRESS (${FEED_FORMATS.join(', ')}), not "${text}"`)
  }
  return { format, source, address }
}
