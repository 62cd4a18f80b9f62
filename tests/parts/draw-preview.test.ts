import { expect, it } from 'vitest'
import { previewZoom } from '../../src/parts/base-map/draw-preview.ts'

const TORONTO = { lat: 43.65, lng: -79.38 }

it('opens near where car parks are near, and farther out where they are far', () => {
  const near = previewZoom(TORONTO, [200, 500, 900])
  const far = previewZoom(
    TORONTO,
    Array.from({ length: 40 }, (_, step) => step * 3_000),
  )
  expect(near).toBe(8)
  expect(far).toBeLessThan(near)
})

it('never opens so near that the outlines would be wrong, nor so far that a region is a dot', () => {
  expect(previewZoom(TORONTO, [])).toBe(8)
  expect(previewZoom(TORONTO, [10_000_000])).toBe(6)
})
