import { FEED_FORMATS, type FeedFormat } from './read-feed.ts'

export interface FeedConfig {
  readonly format: FeedFormat
  /** The source of the car parks whose ids the feed uses; for `baywise`, a name for the log. */
  readonly source: string
  /** A URL or a file. */
  readonly address: string
}

const isFormat = (text: string): text is FeedFormat => (FEED_FORMATS as readonly string[]).includes(text)

/**
 * Parses one entry of `OCCUPANCY_FEEDS`: `parkapi:toronto_green_p=https://feeds.example/green-p.json`. Throws on any
 * other format.
 */
export function parseFeedConfig(text: string): FeedConfig {
  const [, format = '', source = '', address = ''] = /^(\w+):([^=\s]{1,80})=(\S+)$/.exec(text) ?? []
  if (!isFormat(format)) {
    throw new Error(`OCCUPANCY_FEEDS takes FORMAT:SOURCE=ADDRESS (${FEED_FORMATS.join(', ')}), not "${text}"`)
  }
  return { format, source, address }
}
