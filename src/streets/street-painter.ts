import type { StreetChunks } from '../db/street-chunks.ts'
import { candidatesOf } from './name-candidates.ts'
import { fadeEdges } from './fade-edges.ts'
import { createMeasure, paintNames } from './paint-names.ts'
import { type Brush, paintTile } from './paint-tile.ts'
import { placeNames } from './place-names.ts'
import { type ArchiveParts, StreetArchive, type StreetRegion } from './street-archive.ts'
import type { StreetLook } from './street-look.ts'
import type { NamesView } from './street-messages.ts'
import type { StreetTile } from './street-tile.ts'
import { TILE_PX } from '../lib/world-px.ts'
import { intersects, type Rect, rectOf, type TileAt, tileRect, tilesIn } from './tile-math.ts'

export interface PainterParts extends Pick<ArchiveParts, 'fetchChunk' | 'now'> {
  readonly chunks: StreetChunks
  /** Creates an empty picture, in device pixels. Throws in browsers without OffscreenCanvas rendering. */
  readonly createBrush: (width: number, height: number) => Brush
}

export interface TileRequest {
  readonly tile: TileAt
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

interface RegionPaint {
  readonly tile: TileAt
  readonly archive: StreetArchive
  readonly data: StreetTile
  readonly look: StreetLook
}

/** A higher resolution is not visible and needs four times the memory. */
const SHARPEST = 3

/** Renders tiles and names of the given regions. Data that cannot be read is left out without throwing. */
export class StreetPainter {
  readonly #parts: PainterParts
  #archives: readonly StreetArchive[] = []
  #look: StreetLook | undefined
  #measure: ReturnType<typeof createMeasure> | undefined

  constructor(parts: PainterParts) {
    this.#parts = parts
  }

  /** Archives that are still listed keep their loaded data. */
  setRegions(regions: readonly StreetRegion[]): void {
    const known = this.#archives
    this.#archives = regions.map(
      (region) => known.find(({ region: { url } }) => url === region.url) ?? new StreetArchive(region, this.#parts),
    )
  }

  setLook(look: StreetLook): void {
    this.#look = look
    this.#measure = undefined
  }

  /** Returns null when there are no streets here, or none at this zoom, or none that can be read now. */
  async tile({ tile, ratio }: TileRequest, isWanted: () => boolean): Promise<Brush | null> {
    const found = await this.#read(tile)
    const look = this.#look
    if (found.length === 0 || look === undefined || !isWanted()) return null
    const side = Math.round(TILE_PX * Math.min(ratio, SHARPEST))
    const [first, ...others] = found.map(({ archive, data }) => {
      const brush = this.#parts.createBrush(side, side)
      brush.scale(side / TILE_PX, side / TILE_PX)
      this.#paintRegion(brush, { tile, archive, data, look })
      return brush
    })
    // Each region has its own canvas: fading one region's edge must not erase part of another.
    for (const other of others) first?.drawImage(other.canvas, 0, 0, TILE_PX, TILE_PX)
    return first ?? null
  }

  #paintRegion(brush: Brush, { tile, archive, data, look }: RegionPaint): void {
    const corner = tileRect(tile)
    const toSheet = ({ region }: StreetArchive): Rect => shifted(rectOf(region.box, tile.zoom), corner)
    const region = toSheet(archive)
    brush.save()
    brush.beginPath()
    brush.rect(region.left, region.top, region.right - region.left, region.bottom - region.top)
    brush.clip()
    paintTile(brush, { tile: data, drawn: tile, look })
    brush.restore()
    fadeEdges(brush, { region, others: this.#archives.filter((other) => other !== archive).map(toSheet) })
  }

  /** Returns the names of a view as a transparent picture of its size; null when there are none to render. */
  async names(
    { rect, zoom, ratio, markers, margin = 0, isStill = false }: NamesView,
    isWanted: () => boolean,
  ): Promise<Brush | null> {
    const found = await this.#readAll(rect, zoom)
    const look = this.#look
    if (found.length === 0 || look === undefined || !isWanted()) return null
    const scale = Math.min(ratio, SHARPEST)
    const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
    const brush = this.#parts.createBrush(Math.ceil(width * scale), Math.ceil(height * scale))
    this.#measure ??= createMeasure(this.#parts.createBrush(1, 1), look)
    const names = placeNames(candidatesOf(found, { rect, zoom }, look), {
      width,
      height,
      margin,
      markers,
      measure: this.#measure,
      isStill,
    })
    brush.scale(scale, scale)
    paintNames(brush, names, look)
    return brush
  }

  async #readAll(rect: Rect, zoom: number): Promise<readonly StreetTile[]> {
    const found = await Promise.all(tilesIn(rect, zoom).map((tile) => this.#read(tile)))
    // Above the data's maximum zoom, several map tiles share one data tile.
    return [...new Set(found.flat().map(({ data }) => data))]
  }

  async #read(tile: TileAt): Promise<readonly { readonly archive: StreetArchive; readonly data: StreetTile }[]> {
    const near = this.#archives.filter(({ region }) => intersects(rectOf(region.box, tile.zoom), tileRect(tile)))
    const ends = await Promise.allSettled(near.map((archive) => archive.read(tile)))
    // A region that cannot be read now is left out; a later view retries it.
    return ends.flatMap((end, at) => {
      const archive = near[at]
      return end.status === 'rejected' || end.value === null || archive === undefined
        ? []
        : [{ archive, data: end.value }]
    })
  }
}

const shifted = ({ left, top, right, bottom }: Rect, by: Rect): Rect => ({
  left: left - by.left,
  top: top - by.top,
  right: right - by.left,
  bottom: bottom - by.top,
})
