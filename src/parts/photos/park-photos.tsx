// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadParkPhotos } from '../../actions/park-photos.online.ts'
import type { ParkPhoto } from '../../contract/park-photos.ts'
import { useFormat } from '../../i18n/format.ts'
import { isSparing } from '../../lib/metered-line.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useParkPhotos } from '../../queries/use-park-photos.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../parts.module.css'
import { useRefresh } from '../use-refresh.ts'
import { LargerPhotos } from './larger-photo.tsx'

/** Of the row, CSS pixels; as `.photos` says. */
const ROW_HEIGHT = 160

export interface ParkPhotosProps {
  readonly park: { readonly id: number; readonly name: string }
}

/** Photos by the car park's operator; nothing where there are none. */
export default function ParkPhotos({ park }: ParkPhotosProps) {
  useRefresh(loadParkPhotos, park.id)
  const saved = useParkPhotos(park.id)
  const photos = saved.status === 'ready' ? (saved.value?.photos ?? []) : []
  const [isWanted, setWanted] = useState(!isSparing())
  if (photos.length === 0) return null
  if (isWanted) return <PhotoRow key={park.id} name={park.name} photos={photos} />
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

interface PhotoRowProps {
  readonly name: string
  readonly photos: readonly ParkPhoto[]
}

const smallestOf = ({ files }: ParkPhoto): string => files[0]?.url ?? ''
const largestOf = ({ files }: ParkPhoto): string => files.at(-1)?.url ?? ''
const sourcesOf = ({ files }: ParkPhoto): string => files.map(({ url, width }) => `${url} ${String(width)}w`).join(', ')

/** Which could not be loaded: with no signal those that were never seen. They are tried again when the connection changes. */
function useMissing() {
  const isOffline = useConnection().state === 'offline'
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const keyOf = (id: string): string => `${id} ${String(isOffline)}`
  return {
    isMissing: (id: string): boolean => missing.has(keyOf(id)),
    miss: (id: string) => setMissing((known) => new Set([...known, keyOf(id)])),
  }
}

function PhotoRow({ name, photos }: PhotoRowProps) {
  const { t } = useLingui()
  const { language } = useFormat()
  const { isMissing, miss } = useMissing()
  const [opened, setOpened] = useState<{ readonly id: string; readonly small: string } | null>(null)
  const there = photos.filter(({ photo_id: id }) => !isMissing(id))
  if (there.length === 0) return null
  return (
    <section>
      <Heading />
      <ul className={styles.photos} aria-label={t`Photos of ${name}`}>
        {there.map((photo) => (
          <li key={photo.photo_id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => {
                const small = currentTarget.querySelector('img')?.currentSrc ?? smallestOf(photo)
                setOpened({ id: photo.photo_id, small })
              }}
            >
              <img
                src={smallestOf(photo)}
                srcSet={sourcesOf(photo)}
                sizes={`${String(Math.round((ROW_HEIGHT * photo.width) / photo.height))}px`}
                width={photo.width}
                height={photo.height}
                alt={photo.text[language]}
                loading="lazy"
                decoding="async"
                onError={() => miss(photo.photo_id)}
              />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <LargerPhotos
          title={<Trans>Photos of {name}</Trans>}
          photos={there.map((photo) => ({
            ...{ key: photo.photo_id, width: photo.width, height: photo.height, src: largestOf(photo) },
            ...{ text: photo.text[language], small: opened.id === photo.photo_id ? opened.small : smallestOf(photo) },
          }))}
          opened={opened.id}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
