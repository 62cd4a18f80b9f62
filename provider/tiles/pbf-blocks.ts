import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { PbfReader } from 'pbf'
import { TileProblem } from './tile-problem.ts'

/** The format's own limits: a longer header or block is invalid. */
const MAXIMUM_HEADER_BYTES = 64 * 1024
const MAXIMUM_BLOCK_BYTES = 32 * 1024 * 1024

/** The supported features among those a file may require; any other would change the meaning of the data. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])

const inflateBlock = promisify(inflate)

const notOne = (file: string, why: string): TileProblem =>
  new TileProblem(`${file} is not an OpenStreetMap .pbf: ${why}`)

const cutShort = (file: string): TileProblem =>
  new TileProblem(`${file} is cut short: its last block ends before it is complete`)

function readFields<T>(bytes: Uint8Array, into: T, take: (tag: number, into: T, pbf: PbfReader) => void): T {
  return new PbfReader(bytes).readFields(take, into)
}

interface BlobHeader {
  type: string
  size: number
}

const readHeader = (bytes: Uint8Array): BlobHeader =>
  readFields<BlobHeader>(bytes, { type: '', size: -1 }, (tag, into, pbf) => {
    if (tag === 1) into.type = pbf.readString()
    else if (tag === 3) into.size = pbf.readVarint()
  })

async function unpack(file: string, blob: Uint8Array): Promise<Buffer> {
  const { raw, packed, size } = readFields(
    blob,
    { raw: undefined as Uint8Array | undefined, packed: undefined as Uint8Array | undefined, size: 0 },
    (tag, into, pbf) => {
      if (tag === 1) into.raw = pbf.readBytes()
      else if (tag === 2) into.size = pbf.readVarint()
      else if (tag === 3) into.packed = pbf.readBytes()
    },
  )
  if (raw !== undefined) return Buffer.from(raw)
  if (packed === undefined) {
    throw new TileProblem(
      `${file} is packed in a way that is not read here: write it anew with zlib (osmium cat -f pbf)`,
    )
  }
  const bytes = await inflateBlock(packed, { maxOutputLength: MAXIMUM_BLOCK_BYTES })
  if (bytes.length !== size) throw new TileProblem(`${file} is corrupt: a block has not the size that it names`)
  return bytes
}

function checkFeatures(file: string, block: Uint8Array): void {
  const features = readFields<string[]>(block, [], (tag, into, pbf) => {
    if (tag === 4) into.push(pbf.readString())
  })
  const unknown = features.filter((name) => !KNOWN_FEATURES.has(name))
  if (unknown.length > 0) throw new TileProblem(`${file} needs a reader of ${unknown.join(', ')}, which this is not`)
}

/**
 * Yields the data blocks of an OpenStreetMap extract. Throws `TileProblem` when the file is not an extract, is corrupt
 * or is truncated, and the system's error when it cannot be read.
 */
export async function* readPbfBlocks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  let at = 0
  const read = async (length: number, isStart = false): Promise<Buffer> => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
    if (isStart && bytesRead === 0) return buffer.subarray(0, 0)
    if (bytesRead < length) throw at === 0 ? notOne(file, 'it is too short') : cutShort(file)
    at += length
    return buffer
  }
  try {
    for (let isFirst = true; ; isFirst = false) {
      const lengthBytes = await read(4, true)
      if (lengthBytes.length === 0) {
        if (isFirst) throw notOne(file, 'it is empty')
        return
      }
      const headerLength = lengthBytes.readUInt32BE(0)
      if (headerLength > MAXIMUM_HEADER_BYTES) throw isFirst ? notOne(file, 'it begins otherwise') : corrupt(file)
      const block = await readBlock(file, { isFirst, headerLength, read })
      if (block !== undefined) yield block
    }
  } finally {
    await handle.close()
  }
}

const corrupt = (file: string): TileProblem => new TileProblem(`${file} is corrupt: a block of it cannot be read`)

interface Reading {
  readonly isFirst: boolean
  readonly headerLength: number
  readonly read: (length: number) => Promise<Buffer>
}

/** Returns the next data block. Undefined when it is the file's header. */
async function readBlock(file: string, { isFirst, headerLength, read }: Reading): Promise<Buffer | undefined> {
  const { type, size } = parseOr(
    isFirst ? notOne(file, 'it begins otherwise') : corrupt(file),
    readHeader,
    await read(headerLength),
  )
  if (
    isFirst !== (type === 'OSMHeader') ||
    (!isFirst && type !== 'OSMData') ||
    size < 0 ||
    size > MAXIMUM_BLOCK_BYTES
  ) {
    throw isFirst ? notOne(file, 'it begins otherwise') : corrupt(file)
  }
  const blob = await read(size)
  try {
    const bytes = await unpack(file, blob)
    if (!isFirst) return bytes
    checkFeatures(file, bytes)
    return undefined
  } catch (error) {
    if (error instanceof TileProblem) throw error
    throw corrupt(file)
  }
}

/** Parses the bytes; throws `problem` when they are not parseable. */
function parseOr<T>(problem: TileProblem, parse: (bytes: Uint8Array) => T, bytes: Uint8Array): T {
  try {
    return parse(bytes)
  } catch {
    throw problem
  }
}
