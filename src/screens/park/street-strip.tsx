// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { LatLng } from '../../lib/cell.ts'
import { onTheme } from '../../parts/base-map/map-colours.ts'
import { CreditLines } from '../../parts/streets/credit-lines.tsx'
import { readStreetLook } from '../../parts/streets/read-street-look.ts'
import { type CreditedRegion, useStreetAreas } from '../../parts/streets/use-street-areas.ts'
import { drawStrip } from './draw-strip.ts'
import styles from './park.module.css'

const holds = ({ box: [west, south, east, north] }: CreditedRegion, { lat, lng }: LatLng): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north

/** The streets around the car park, over the built-in map; renders nothing where none are known. */
export default function StreetStrip({ at: { lat, lng } }: { readonly at: LatLng }) {
  const { i18n } = useLingui()
  const language = i18n.locale === 'fr' ? 'fr' : 'en'
  const region = useStreetAreas()?.find((area) => holds(area, { lat, lng })) ?? null
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (canvas === null || region === null) return undefined
    const strip = drawStrip(canvas, { at: { lat, lng }, region, onDrawn: setDrawn })
    const draw = () => strip.draw(readStreetLook(canvas, language))
    const sizes = new ResizeObserver(draw)
    sizes.observe(canvas)
    const stop = onTheme(draw)
    return () => {
      sizes.disconnect()
      stop()
      strip.end()
    }
  }, [canvas, region, lat, lng, language])
  if (region === null) return null
  return (
    <>
      <canvas ref={setCanvas} className={styles.streets} aria-hidden="true" data-streets={isDrawn} />
      {isDrawn && <CreditLines attributions={[region.attribution]} className={styles.credit} />}
    </>
  )
}
