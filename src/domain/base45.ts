/** Base45 (RFC 9285): two bytes in three characters of the QR alphanumeric set. The set contains a space: never trim the text. */
import { must } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

const character = (value: number): string => must(ALPHABET[value], 'base45 character')

export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 2) {
    const high = must(bytes[index], 'byte')
    const low = bytes[index + 1]
    const value = low === undefined ? high : high * 256 + low
    text += character(value % 45) + character(Math.floor(value / 45) % 45)
    if (low !== undefined) text += character(Math.floor(value / 2025))
  }
  return text
}

/**
 * Rejects foreign characters, impossible lengths and groups above 65535, so every byte string has exactly one encoding.
 */
export function decodeBase45(text: string): Result<Uint8Array<ArrayBuffer>, 'malformed'> {
  if (text.length % 3 === 1) return err('malformed')
  const bytes: number[] = []
  for (let index = 0; index < text.length; index += 3) {
    const values = Array.from(text.slice(index, index + 3), (digit) => ALPHABET.indexOf(digit))
    if (values.includes(-1)) return err('malformed')
    const [first = 0, second = 0, third] = values
    const value = first + second * 45 + (third ?? 0) * 2025
    if (value > (third === undefined ? 0xff : 0xffff)) return err('malformed')
    if (third === undefined) bytes.push(value)
    else bytes.push(value >> 8, value & 0xff)
  }
  return ok(Uint8Array.from(bytes))
}
