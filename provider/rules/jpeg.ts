import { PROBLEM_PHOTO_MAX_BYTES } from '../../src/domain/park-problem.ts'

const START = [0xff, 0xd8, 0xff]
const END = [0xff, 0xd9]

/**
 * Decodes a JPEG, recognised by its bytes rather than its declared type. Undefined for anything else, or when it is too
 * large.
 */
export function toJpeg(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64')
  const isJpeg =
    START.every((byte, index) => bytes[index] === byte) && END.every((byte, index) => bytes.at(index - 2) === byte)
  return isJpeg && bytes.length <= PROBLEM_PHOTO_MAX_BYTES ? bytes : undefined
}
