// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadParkPhotos } from '../../actions/park-photos.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { isSparing } from '../../lib/metered-line.ts'
import { useParkPhotos } from '../../queries/use-park-photos.ts'
import { Button } from '../../ui/button.tsx'
import { useRefresh } from '../use-refresh.ts'
import { PhotoRow } from './photo-row.tsx'

export interface ParkPhotosProps {
  readonly park: { readonly id: number; readonly name: string }
}

/** Photos by the car park's operator; renders nothing when there are none. */
export default function ParkPhotos({ park }: ParkPhotosProps) {
  const { name } = park
  useRefresh(loadParkPhotos, park.id)
  const { t } = useLingui()
  const { language } = useFormat()
  const saved = useParkPhotos(park.id)
  const photos = saved.status === 'ready' ? (saved.value?.photos ?? []) : []
  const [isWanted, setWanted] = useState(!isSparing())
  if (photos.length === 0) return null
  if (isWanted) {
    const shown = photos.map((photo) => ({ ...photo, text: photo.text[language] }))
    return <PhotoRow key={park.id} title={t`Photos of ${name}`} heading={<Heading />} photos={shown} />
  }
  return (
    <section>
      <Heading />
      <Button kind="secondary" size="small" onClick={() => setWanted(true)}>
        <Plural value={photos.length} one="Show # photo" other="Show # photos" />
      </Button>
    </section>
  )
}

const Heading = () => (
  <h2>
    <Trans>Photos</Trans>
  </h2>
)
