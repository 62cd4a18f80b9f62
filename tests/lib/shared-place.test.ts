import { describe, expect, it } from 'vitest'
import { sharedSearch } from '../../src/app/shared-search.ts'
import { toSharedPlace } from '../../src/lib/shared-place.ts'

const share = (parts: Partial<Parameters<typeof toSharedPlace>[0]>) =>
  toSharedPlace({ title: '', text: '', url: '', ...parts })

describe('what another app shares', () => {
  it.each([
    'https://www.google.com/maps/place/Union+Station/@43.6453,-79.3806,17z/data=!3m1',
    'https://www.google.com/maps/dir/?api=1&destination=43.6453%2C-79.3806',
    'https://maps.apple.com/?ll=43.6453,-79.3806&q=Union',
    'https://www.openstreetmap.org/?mlat=43.6453&mlon=-79.3806',
    'geo:43.6453,-79.3806?z=17',
    'Meet me at 43.6453, -79.3806 tonight',
  ])('is its point: %s', (text) => {
    expect(share({ text })).toEqual({ lat: 43.6453, lng: -79.3806 })
    expect(share({ url: text, title: 'A place' })).toEqual({ lat: 43.6453, lng: -79.3806 })
  })

  it('is the point of the place that a link of a map names, not of where it looks from', () => {
    expect(share({ url: 'https://www.google.com/maps/@1.5,2.5,12z/data=!3d43.6453!4d-79.3806' })).toEqual({
      lat: 43.6453,
      lng: -79.3806,
    })
  })

  it('is else its first words without links, and never more than a search takes', () => {
    expect(share({ text: 'https://maps.app.goo.gl/AbC\nUnion Station\n65 Front St W', title: 'Map' })).toEqual({
      text: 'Union Station',
    })
    expect(share({ title: 'Union Station', url: 'https://example.test/' })).toEqual({ text: 'Union Station' })
    expect(share({ text: 'x'.repeat(10_240) })).toEqual({ text: 'x'.repeat(120) })
    expect(share({ text: '\u202eمحطة\u202c 😀' })).toEqual({ text: '\u202eمحطة\u202c 😀' })
  })

  it.each(['', '   ', 'https://example.test/a', 'geo:91.5,200'])('is nothing to look for: %j', (text) => {
    expect(share({ text })).toEqual({})
  })

  it('fills the search', () => {
    expect(sharedSearch(new URLSearchParams({ text: '43.6453, -79.3806' }))).toBe('/search?lat=43.64530&lng=-79.38060')
    expect(sharedSearch(new URLSearchParams({ title: 'Gare & port' }))).toBe('/search?search=Gare+%26+port')
    expect(sharedSearch(new URLSearchParams())).toBe('/search')
  })
})
