// Rarely rendered; memoisation would double this file.
'use no memo'
import { useState, type ReactNode } from 'react'
import type { PhotoFiles } from '../../contract/photo-files.ts'
import { useConnection } from '../../queries/use-connection.ts'
import styles from '../parts.module.css'
import { LargerPhotos } from './larger-photo.tsx'

/** Height of the row in CSS pixels; must match `.photos`. */
const ROW_HEIGHT = 160

export interface ShownPhoto extends PhotoFiles {
  /** Describes the photo. */
  readonly text: string
}

export interface PhotoRowProps {
  /** Names the list and the opened photo's dialog. */
  readonly title: string
  readonly heading?: ReactNode
  readonly photos: readonly ShownPhoto[]
}

const smallestOf = ({ files }: PhotoFiles): string => files[0]?.url ?? ''
const largestOf = ({ files }: PhotoFiles): string => files.at(-1)?.url ?? ''
const sourcesOf = ({ files }: PhotoFiles): string =>
  files.map(({ url, width }) => `${url} ${String(width)}w`).join(', ')

/**
 * Tracks photos that could not be loaded: offline, those never seen before. They are tried again when the connection
 * changes.
 */
function useMissing() {
  const isOffline = useConnection().state === 'offline'
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const keyOf = (id: string): string => `${id} ${String(isOffline)}`
  return {
    isMissing: (id: string): boolean => missing.has(keyOf(id)),
    miss: (id: string) => setMissing((known) => new Set([...known, keyOf(id)])),
  }
}

/** Photos side by side, each enlarged by a tap; those that cannot be loaded are left out. */
export function PhotoRow({ title, heading, photos }: PhotoRowProps) {
  const { isMissing, miss } = useMissing()
  const [opened, setOpened] = useState<{ readonly id: string; readonly small: string } | null>(null)
  const there = photos.filter(({ photo_id: id }) => !isMissing(id))
  if (there.length === 0) return null
  return (
    <section>
      {heading}
      <ul className={styles.photos} aria-label={title}>
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
                alt={photo.text}
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
          title={title}
          photos={there.map((photo) => ({
            ...{ key: photo.photo_id, width: photo.width, height: photo.height, src: largestOf(photo) },
            ...{ text: photo.text, small: opened.id === photo.photo_id ? opened.small : smallestOf(photo) },
          }))}
          opened={opened.id}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
