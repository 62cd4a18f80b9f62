// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { freeSpace } from '../../actions/storage.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { type StorageUsageRows, type StorageUsageView, useStorageUsage } from '../../queries/use-storage-usage.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { closePanel } from '../../stores/open-panel.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronEndIcon, DownloadIcon, TrashIcon } from '../../ui/icons-action.tsx'
import { CarIcon, MapIcon, PinIcon, ReceiptIcon, TicketIcon } from '../../ui/icons-place.tsx'
import { SignalClockIcon } from '../../ui/icons-state.tsx'
import { ListRow, ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { StorageFacts } from './storage-facts.tsx'

/** The data on this phone by kind, with size and age, and the way to delete what is least needed. */
export function SavedData() {
  const { kept, renew } = useStorageUsage()
  if (kept === null) return <Skeleton size="card" width="full" />
  return (
    <>
      <KeptList kept={kept} />
      <StorageFacts room={kept.room} />
      <FreeSpace kept={kept} onFreed={renew} />
    </>
  )
}

function KeptList({ kept: { parks, regions, images, own } }: { readonly kept: StorageUsageView }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <RowList form="card" label={t`Saved on this phone`}>
      {own !== null && (
        <>
          <KeptRow icon={<TicketIcon />} title={<Trans>Bookings with their passes</Trans>} rows={own.bookings} />
          <KeptRow icon={<CarIcon />} title={<Trans>Vehicles</Trans>} rows={own.vehicles} />
          <KeptRow icon={<ReceiptIcon />} title={<Trans>Wallet transactions</Trans>} rows={own.transactions} />
          {own.parked.count > 0 && (
            <KeptRow icon={<PinIcon />} title={<Trans>Where you parked</Trans>} rows={own.parked} />
          )}
          <li>
            <ListRow
              icon={<SignalClockIcon />}
              title={<Trans>Your requests</Trans>}
              detail={
                <>
                  {format.number(own.requests.count)}
                  {' · '}
                  <Trans>always kept</Trans>
                </>
              }
              end={format.bytes(own.requests.bytes)}
            />
          </li>
        </>
      )}
      {[...parks].map(([country, rows]) => {
        const name = format.country(country)
        return <KeptRow key={country} icon={<PinIcon />} title={<Trans>Car parks: {name}</Trans>} rows={rows} />
      })}
      {parks.size === 0 && (
        <KeptRow icon={<PinIcon />} title={<Trans>Car parks</Trans>} rows={{ count: 0, bytes: 0, savedAt: null }} />
      )}
      <li>
        <Link to={moreRoutes.regions.href()} {...listRowLook()} onClick={closePanel}>
          <ListRowFace
            icon={<DownloadIcon />}
            title={<Trans>Regions on this phone</Trans>}
            detail={format.number(regions.count)}
            end={regions.count > 0 ? format.bytes(regions.bytes) : <ChevronEndIcon />}
          />
        </Link>
      </li>
      {images.count > 0 && (
        <KeptRow icon={<MapIcon />} title={<Trans>Map images and photos</Trans>} rows={{ ...images, savedAt: null }} />
      )}
    </RowList>
  )
}

interface KeptRowProps {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly rows: StorageUsageRows
}

function KeptRow({ icon, title, rows: { count, bytes, savedAt } }: KeptRowProps) {
  const format = useFormat()
  const now = useNow()
  const time = savedAt === null ? null : format.savedAt(toInstant(savedAt), { zone: phoneZone(), now })
  return (
    <li>
      <ListRow
        icon={icon}
        title={title}
        detail={
          <>
            {format.number(count)}
            {time !== null && (
              <>
                {' · '}
                <Trans>saved {time}</Trans>
              </>
            )}
          </>
        }
        end={format.bytes(bytes)}
      />
    </li>
  )
}

function FreeSpace({ kept, onFreed }: { readonly kept: StorageUsageView; readonly onFreed: () => Promise<void> }) {
  const { t } = useLingui()
  const format = useFormat()
  const own = useSelectedCountry()?.code
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [freed, setFreed] = useState<string | null>(null)
  const foreign = own === undefined ? [] : [...kept.parks].filter(([country]) => country !== own)
  const count = foreign.reduce((sum, [, rows]) => sum + rows.count, 0)
  const bytes = foreign.reduce((sum, [, rows]) => sum + rows.bytes, kept.images.bytes)
  const amount = format.bytes(bytes)
  const free = async () => {
    setBusy(true)
    const result = await freeSpace()
    setFailure(result.ok ? null : result.error)
    if (result.ok) {
      setFreed(amount)
      await onFreed()
    }
    setBusy(false)
  }
  return (
    <>
      <p className={text.muted}>
        <Trans>
          To free up space, you can delete map images, photos and car parks in other countries. They come back when
          you’re connected. The regions you keep, your bookings, passes and waiting requests stay.
        </Trans>
      </p>
      {bytes > 0 && (
        <Button
          kind="secondary"
          icon={<TrashIcon />}
          busy={isBusy}
          busyLabel={<Trans>Freeing up space…</Trans>}
          onClick={() => void free()}
        >
          <Trans>Free up {amount}</Trans>
        </Button>
      )}
      <p role="status" className={text.muted}>
        {freed !== null && <Trans>{freed} freed up.</Trans>}
        {freed === null && bytes === 0 && <Trans>There’s nothing to free up.</Trans>}
        {freed === null && count > 0 && (
          <Plural value={count} one="# car park of another country" other="# car parks of other countries" />
        )}
      </p>
      {failure !== null && <FailureNote failure={failure} doing={t`Freeing up space`} />}
    </>
  )
}
