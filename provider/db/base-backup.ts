import { PassThrough } from 'node:stream'
import pg from 'pg'
import { type Archive, baseName, store } from './archive.ts'

/** What of pg's connection is needed: it hands over each message as it comes, and its socket can be told to wait. */
interface Wire {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void }
}

/** The server's own: all of its files as one tar, with the log that was written meanwhile. */
const TEXT = `BASE_BACKUP (LABEL 'baywise', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`

const SEGMENT_SIZE = 0x1000000

/** The piece of the log that holds the place `lsn` ("0/3000028"). */
function toSegment(timeline: string, lsn: string): string {
  const [high = '', low = ''] = lsn.split('/')
  const parts = [Number(timeline), Number.parseInt(high, 16), Math.floor(Number.parseInt(low, 16) / SEGMENT_SIZE)]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** PostgreSQL's answer to BASE_BACKUP, of version 15 and later: a row with where it starts, one a tablespace, then messages, each of a kind. */
class BaseBackup implements pg.Submittable {
  readonly tar = new PassThrough()
  /** Of the first piece of the log that it needs. */
  segment = ''
  #archives = 0
  #wire: Wire | undefined

  submit(connection: pg.Connection): void {
    this.#wire = connection as unknown as Wire
    this.tar.on('drain', () => this.#wire?.stream.resume())
    this.#wire.query(TEXT)
  }

  handleRowDescription(): void {
    // Of each result alike.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.segment === '') this.segment = toSegment(String(fields[1]), String(fields[0]))
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const kind = String.fromCodePoint(chunk[0] ?? 0)
    if (kind === 'n') this.#archives += 1
    if (this.#archives > 1) this.tar.destroy(new Error('A server with tablespaces of its own cannot be archived'))
    // The bytes are copied: pg reads the next message into the same place.
    else if (kind === 'd' && !this.tar.write(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause()
  }

  handleCommandComplete(): void {
    // One comes for each result; the end is ReadyForQuery.
  }

  handleReadyForQuery(): void {
    // The server leaves the two empty blocks out that end a tar.
    this.tar.end(Buffer.alloc(1024))
  }

  handleError(error: Error): void {
    this.tar.destroy(error)
  }
}

/** Puts a copy of the whole server into the archive, beside whatever runs. `url` is of a role that may replicate. Returns the file. */
export async function archiveBase(archive: Archive, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig)
  // A connection that breaks while nobody asks also emits.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const copy = client.query(new BaseBackup())
    return await store(archive, copy.tar, () => baseName(new Date(), copy.segment))
  } finally {
    await client.end()
  }
}
