import type { Brush } from './paint-tile.ts'
import { intersects, type Rect } from './tile-math.ts'

/** Width of the fade inside a region's edge, in CSS pixels. */
const FADE_PX = 24

export interface RegionEdges {
  /** The region in CSS pixels, relative to the corner of the picture. */
  readonly region: Rect
  /** Other regions, in the same coordinates: an edge shared with one of them does not fade. */
  readonly others: readonly Rect[]
}

interface Side {
  /** The strip inside the edge that fades. */
  readonly strip: Rect
  /** The same strip on the outside of the edge. */
  readonly beyond: Rect
  readonly from: readonly [x: number, y: number]
  readonly until: readonly [x: number, y: number]
}

const sidesOf = ({ left, top, right, bottom }: Rect): readonly Side[] => {
  const by = FADE_PX
  return [
    {
      ...{ strip: { left, top, bottom, right: left + by }, beyond: { left: left - by, top, bottom, right: left } },
      ...{ from: [left, 0], until: [left + by, 0] },
    },
    {
      ...{ strip: { left: right - by, top, bottom, right }, beyond: { left: right, top, bottom, right: right + by } },
      ...{ from: [right, 0], until: [right - by, 0] },
    },
    {
      ...{ strip: { left, top, right, bottom: top + by }, beyond: { left, top: top - by, right, bottom: top } },
      ...{ from: [0, top], until: [0, top + by] },
    },
    {
      ...{
        strip: { left, top: bottom - by, right, bottom },
        beyond: { left, top: bottom, right, bottom: bottom + by },
      },
      ...{ from: [0, bottom], until: [0, bottom - by] },
    },
  ]
}

/** Fades the street map of a region into the map below it: a hard edge would look like the edge of the town. */
export function fadeEdges(brush: Brush, { region, others }: RegionEdges): void {
  brush.save()
  brush.globalCompositeOperation = 'destination-out'
  for (const { strip, beyond, from, until } of sidesOf(region)) {
    if (others.some((other) => intersects(other, beyond))) continue
    const fade = brush.createLinearGradient(...from, ...until)
    fade.addColorStop(0, 'rgb(0 0 0 / 1)')
    fade.addColorStop(1, 'rgb(0 0 0 / 0)')
    brush.fillStyle = fade
    brush.fillRect(strip.left, strip.top, strip.right - strip.left, strip.bottom - strip.top)
  }
  brush.restore()
}
