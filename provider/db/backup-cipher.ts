import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { KEY_BYTES, parseKey } from './seal.ts'

/*
 * An encrypted backup is 21 bytes that name the format, 32 bytes of salt, 16 bytes that tell whether a key is the right
 * one, and then pieces of 64 KiB, each encrypted with AES-256-GCM and followed by its 16-byte tag. The key for the
 * pieces is derived from the operator's key and the salt by HKDF. A piece's nonce is its number and whether it is the
 * last, so no piece can be omitted, moved, or taken from another file.
 */

const MARK = Buffer.from('baywise encrypted 1\0\n', 'latin1')
const SALT_BYTES = 32
const CHECK_BYTES = 16
const TAG_BYTES = 16
const PIECE_BYTES = 65_536
const HEAD_BYTES = MARK.length + SALT_BYTES + CHECK_BYTES
const GZIP = Buffer.from([0x1f, 0x8b])

const EXIT_CODES = { file: 65, key: 78 } as const

/** Why a backup cannot be read or written: the file itself, or the configured keys. Exit codes follow sysexits.h. */
export class BackupRefusal extends Error {
  readonly exitCode: number

  constructor(of: keyof typeof EXIT_CODES, message: string) {
    super(message)
    this.exitCode = EXIT_CODES[of]
  }
}

/** 32-byte keys: the first encrypts, all decrypt. When empty, backups are not encrypted. */
export type BackupKeys = readonly Buffer[]

export interface Opening {
  readonly keys: BackupKeys
  /** Accepts an unencrypted file although keys are set; the origin of such a file is unproven. */
  readonly takesPlain: boolean
}

type Bytes = AsyncIterable<Buffer>

/** Reads one key per line; `#` begins a comment line. Throws when the file is missing or has any other content. */
export async function readBackupKeys(file: string | undefined): Promise<BackupKeys> {
  if (file === undefined) return []
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupRefusal('key', `BACKUP_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseKey)
  const good = keys.filter((key) => key !== undefined)
  if (good.length === 0 || good.length < keys.length)
    throw new BackupRefusal(
      'key',
      `BACKUP_KEY_FILE: each line of ${file} must be 32 bytes in base64, as "openssl rand -base64 32" prints`,
    )
  return good
}

const derive = (key: Buffer, { salt, use, length }: { salt: Buffer; use: string; length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `baywise backup ${use}`, length))

const toPieceKey = (key: Buffer, salt: Buffer): Buffer => derive(key, { salt, use: 'pieces', length: KEY_BYTES })
const toCheck = (key: Buffer, salt: Buffer): Buffer => derive(key, { salt, use: 'check', length: CHECK_BYTES })

function toNonce(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(piece, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/**
 * Yields pieces of `size` bytes and a last one of at most `size`; only the end of the input reveals which piece is the
 * last.
 */
async function* toPieces(bytes: Bytes, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length <= size) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; all.length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false }
    waiting = [all.subarray(at)]
    length = all.length - at
  }
  yield { piece: Buffer.concat(waiting), isLast: true }
}

async function* encryptPieces(bytes: Bytes, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  yield Buffer.concat([MARK, salt, toCheck(key, salt)])
  const pieceKey = toPieceKey(key, salt)
  let count = 0
  for await (const { piece, isLast } of toPieces(bytes, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', pieceKey, toNonce(count, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    count += 1
  }
}

/** A pipeline step that encrypts with the first key, or passes everything through when there is no key. */
export const encryptBackup =
  ([key]: BackupKeys) =>
  (bytes: Bytes): Bytes =>
    key === undefined ? bytes : encryptPieces(bytes, key)

function findPieceKey(head: Buffer, keys: BackupKeys): Buffer {
  const salt = head.subarray(MARK.length, MARK.length + SALT_BYTES)
  const check = head.subarray(MARK.length + SALT_BYTES)
  const key = keys.find((each) => toCheck(each, salt).equals(check))
  if (key !== undefined) return toPieceKey(key, salt)
  throw new BackupRefusal(
    'key',
    keys.length === 0
      ? 'The backup is encrypted: set BACKUP_KEY_FILE to the file of its key'
      : 'The backup is encrypted with a key that is not in the file of BACKUP_KEY_FILE',
  )
}

async function* decryptPieces(bytes: Bytes, key: Buffer): AsyncGenerator<Buffer> {
  let count = 0
  for await (const { piece, isLast } of toPieces(bytes, PIECE_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, toNonce(count, isLast), { authTagLength: TAG_BYTES })
    try {
      decipher.setAuthTag(piece.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new BackupRefusal('file', 'The backup is damaged: it was cut short or changed after it was written')
    }
    count += 1
  }
}

/** Splits off the first `size` bytes, or all of a shorter input. */
async function splitHead(bytes: Bytes, size: number): Promise<{ head: Buffer; rest: Bytes }> {
  const chunks = bytes[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const next = await chunks.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield start.subarray(size)
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return { head: start.subarray(0, size), rest: rest() }
}

/** A pipeline step that decrypts and verifies piece by piece. Throws a `BackupRefusal` at the first invalid piece. */
export const decryptBackup = ({ keys, takesPlain }: Opening) =>
  async function* decrypt(bytes: Bytes): AsyncGenerator<Buffer> {
    const { head, rest } = await splitHead(bytes, HEAD_BYTES)
    if (head.subarray(0, MARK.length).equals(MARK)) {
      if (head.length < HEAD_BYTES) throw new BackupRefusal('file', 'The backup is damaged: it was cut short')
      yield* decryptPieces(rest, findPieceKey(head, keys))
      return
    }
    if (!head.subarray(0, GZIP.length).equals(GZIP))
      throw new BackupRefusal('file', 'This file is not a Baywise backup')
    if (keys.length > 0 && !takesPlain)
      throw new BackupRefusal(
        'file',
        'This file is not encrypted, so nothing tells who wrote it: add --plain to take it all the same',
      )
    yield head
    yield* rest
  }
