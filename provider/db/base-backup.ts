import { PassThrough } from 'node:stream'
import pg from 'pg'
import { type Archive, baseName, store } from './archive.ts'

/** The parts of pg's connection used here: it delivers messages one by one, and its socket can be paused. */
interface Wire {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void }
}

/** PostgreSQL's replication command: all files of the server as one tar, with the log written during the copy. */
const TEXT = `BASE_BACKUP (LABEL 'baywise', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`

const SEGMENT_SIZE = 0x1000000

/** Returns the log segment that contains the position `lsn` ("0/3000028"). */
function toSegment(timeline: string, lsn: string): string {
  const [high = '', low = ''] = lsn.split('/')
  const parts = [Number(timeline), Number.parseInt(high, 16), Math.floor(Number.parseInt(low, 16) / SEGMENT_SIZE)]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/**
 * The response to BASE_BACKUP of PostgreSQL 15 and later: a row with the start position, one row per tablespace, then
 * typed messages.
 */
class BaseBackup implements pg.Submittable {
  readonly tar = new PassThrough()
  /** The first log segment needed to restore this copy. */
  segment = ''
  #archives = 0
  #wire: Wire | undefined

  submit(connection: pg.Connection): void {
    this.#wire = connection as unknown as Wire
    this.tar.on('drain', () => this.#wire?.stream.resume())
    this.#wire.query(TEXT)
  }

  handleRowDescription(): void {
    // Sent before every result; nothing to do.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.segment === '') this.segment = toSegment(String(fields[1]), String(fields[0]))
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const kind = String.fromCodePoint(chunk[0] ?? 0)
    if (kind === 'n') this.#archives += 1
    if (this.#archives > 1) this.tar.destroy(new Error('A server with tablespaces of its own cannot be archived'))
    // Copied because pg reuses the buffer for the next message.
    else if (kind === 'd' && !this.tar.write(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause()
  }

  handleCommandComplete(): void {
    // Sent after every result; the end is ReadyForQuery.
  }

  handleReadyForQuery(): void {
    // The server omits the two empty blocks that terminate a tar file.
    this.tar.end(Buffer.alloc(1024))
  }

  handleError(error: Error): void {
    this.tar.destroy(error)
  }
}

/**
 * Copies the whole server into the archive while it keeps running, and returns the file. The role in `url` needs the
 * replication privilege.
 */
export async function archiveBase(archive: Archive, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig)
  // A connection that breaks while idle emits an error, which would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const copy = client.query(new BaseBackup())
    return await store(archive, copy.tar, () => baseName(new Date(), copy.segment))
  } finally {
    await client.end()
  }
}
