import { describe, expect, it } from 'vitest'
import { mergeLines } from '../../src/streets/merge-lines.ts'

describe('the pieces of a street', () => {
  it('become one line, whatever their order and direction', () => {
    const pieces = [
      [20, 0, 10, 0],
      [0, 0, 10, 0],
      [20, 0, 30, 5],
    ]
    const [line, ...others] = mergeLines(pieces)
    expect(others).toEqual([])
    const ends = [line?.slice(0, 2), line?.slice(-2)].map(String).toSorted()
    expect(ends).toEqual(['0,0', '30,5'])
    expect(line).toHaveLength(8)
  })

  it('stay apart where they do not meet', () => {
    expect(
      mergeLines([
        [0, 0, 10, 0],
        [11, 0, 20, 0],
      ]),
    ).toHaveLength(2)
  })

  it('each lie in one line, also where the street forks or is a ring', () => {
    const fork = [
      [0, 0, 10, 0],
      [10, 0, 20, 5],
      [10, 0, 20, -5],
    ]
    expect(mergeLines(fork).reduce((sum, line) => sum + line.length / 2 - 1, 0)).toBe(3)
    const ring = [
      [0, 0, 10, 0, 10, 10],
      [10, 10, 0, 10, 0, 0],
    ]
    expect(mergeLines(ring)).toHaveLength(1)
  })

  it('may lie outside of the tile, where its margin is', () => {
    expect(
      mergeLines([
        [-80, -64, 10, 0],
        [-80, -64, -80, 4160],
      ]),
    ).toHaveLength(1)
  })
})
