import { registerQuotaErrorCallback } from 'workbox-core/registerQuotaErrorCallback.js'
import { registerRoute } from 'workbox-routing'
import { deleteImages } from '../src/lib/image-caches.ts'
import { createImageStrategy, type ImageCache } from './image-strategy.ts'
import { POST_PICTURES } from './post-pictures.ts'
import { tilePattern } from './tile-pattern.ts'

interface ImageSource extends ImageCache {
  readonly isOurs: (url: URL) => boolean
}

/** About 15 MB of average tiles. */
const TILES: ImageCache = { cacheName: 'baywise-tiles', maximum: 600 }
/** About 6 MB. */
const PHOTOS: ImageCache = { cacheName: 'baywise-photos', maximum: 60 }

/** Blog pictures, a few kB each, so that a post that was read stays complete. */
const POSTS: ImageCache = { cacheName: 'baywise-posts', maximum: 40, isOwn: true }

/**
 * Operators' photos of car parks, about 60 kB each: those that were seen are kept for the next visit without a signal.
 */
const PARK_PHOTOS: ImageCache = { cacheName: 'baywise-park-photos', maximum: 120, isOwn: true }

const isOfPark = ({ origin, pathname }: URL): boolean => origin === location.origin && pathname.startsWith('/photos/')

const isOfPost = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && pathname.startsWith(POST_PICTURES)

/** Returns the sources whose terms allow caching: OpenStreetMap's own tile server, for example, forbids it. */
function sources(): readonly ImageSource[] {
  const { VITE_TILE_URL: tiles, VITE_TILE_OFFLINE, VITE_PHOTO_BASE: photos, VITE_PHOTO_OFFLINE } = import.meta.env
  const found: ImageSource[] = [
    { ...POSTS, isOurs: isOfPost },
    { ...PARK_PHOTOS, isOurs: isOfPark },
  ]
  if (tiles !== undefined && VITE_TILE_OFFLINE === '1') {
    const pattern = tilePattern(tiles)
    found.push({ ...TILES, isOurs: ({ href }) => pattern.test(href) })
  }
  if (photos !== undefined && VITE_PHOTO_OFFLINE === '1')
    found.push({ ...PHOTOS, isOurs: ({ href }) => href.startsWith(photos) })
  return found
}

/**
 * Caches tiles and photos that were seen, where their source is configured and allows it. A missing tile shows the base
 * map.
 */
export function serveImages(): void {
  for (const { isOurs, ...kept } of sources()) registerRoute(({ url }) => isOurs(url), createImageStrategy(kept))
  // When anything does not fit, an image or the next release, images are missed least.
  registerQuotaErrorCallback(deleteImages)
}
