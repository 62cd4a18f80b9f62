import { readFile } from 'node:fs/promises'
import { storeFeed } from '../repositories/park-feeds.ts'
import type { FeedConfig } from '../rules/feed-config.ts'
import { readFeed } from '../rules/read-feed.ts'
import type { ProviderDeps } from './deps.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 20_000_000

const isAddress = (address: string): boolean => /^https?:\/\//i.test(address)

/** Throws the underlying error when the source cannot be read. */
async function load(address: string): Promise<string> {
  if (!isAddress(address)) return readFile(address, 'utf8')
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`more than ${String(MAX_BYTES)} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'> & { readonly config: { readonly feeds: readonly FeedConfig[] } }

async function pullFeed({ db, clock, log }: Deps, { format, source, address }: FeedConfig): Promise<void> {
  const feed = `${format}:${source}`
  try {
    const read = readFeed(format, await load(address), clock.now())
    if (!read.ok) {
      log.warn('feed.unreadable', { feed, reason: read.error })
      return
    }
    const { items, refused } = read.value
    const stored = await storeFeed(db, { source, by: format === 'baywise' ? 'code' : 'source_id', items })
    if (refused > 0) log.warn('feed.items_refused', { feed, refused })
    log.info('feed.read', { feed, items: items.length, stored })
  } catch (error) {
    // The previous data stays, with its age.
    log.warn('feed.unavailable', { feed, reason: error instanceof Error ? error.message : String(error) })
  }
}

/** Pulls every feed once, one after another. */
export async function pullFeeds(deps: Deps): Promise<void> {
  for (const feed of deps.config.feeds) await pullFeed(deps, feed)
}
