// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { normaliseText } from '../../domain/search-text.ts'
import { useFormat } from '../../i18n/format.ts'
import type { RegionOffer } from '../../queries/use-regions.ts'
import { DownloadIcon, SearchIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { TextField } from '../../ui/text-field.tsx'
import text from '../../ui/text.module.css'
import { bytesOf } from './bytes-of.ts'
import styles from './regions.module.css'

/** A list shorter than this needs no search. */
const SEARCH_FROM = 8

interface AllRegionsProps {
  readonly free: readonly RegionOffer[]
  /** Shows the region's content before downloading it. */
  readonly onShow: (region: string) => void
}

/** Every region of the country that is not on this phone, largest first. */
export function AllRegions({ free, onShow }: AllRegionsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const asked = normaliseText(typed)
  const found = free.filter(({ name, state }) => normaliseText(`${name} ${state ?? ''}`).includes(asked))
  if (free.length === 0) return null
  const show = (region: string) => {
    onShow(region)
    scrollTo({ top: 0 })
  }
  return (
    <section>
      <h2 className={`${text.muted} ${styles.pad}`}>
        <Trans>More regions</Trans>
      </h2>
      {free.length >= SEARCH_FROM && (
        <div className={styles.pad}>
          <TextField
            type="search"
            label={t`Search regions`}
            icon={<SearchIcon />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
      )}
      <RowList label={t`More regions`}>
        {found.map((offer) => (
          <li key={offer.region}>
            <button type="button" {...listRowLook()} onClick={() => show(offer.region)}>
              <ListRowFace
                icon={<DownloadIcon />}
                title={offer.name}
                detail={<RegionDetail offer={offer} />}
                end={format.bytes(bytesOf(offer))}
              />
            </button>
          </li>
        ))}
      </RowList>
      <p role="status" className={`${text.muted} ${styles.pad}`}>
        {found.length === 0 && <Trans>No region of that name.</Trans>}
      </p>
    </section>
  )
}

/** A state often shares its name with its largest city, so the rest of the state is labelled as such. */
const isRest = ({ region }: RegionOffer): boolean => region.endsWith('-rest')

function RegionDetail({ offer }: { readonly offer: RegionOffer }) {
  const { state, parks } = offer
  return (
    <>
      {isRest(offer) ? (
        <>
          <Trans>Smaller places,</Trans>{' '}
        </>
      ) : (
        state !== null && <>{state}, </>
      )}
      <Plural value={parks} one="# car park" other="# car parks" />
    </>
  )
}
