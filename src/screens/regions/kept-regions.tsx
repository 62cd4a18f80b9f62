// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { KeptPack, KeptRegion } from '../../queries/use-regions.ts'
import { Flag } from '../../ui/flag.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import text from '../../ui/text.module.css'
import { RegionModal } from './region-modal.tsx'
import styles from './regions.module.css'

const DAY_MS = 86_400_000

/** Complete regions on this phone: flag, age, size, and what is missing. */
export function KeptRegions({ regions }: { readonly regions: readonly KeptRegion[] }) {
  const { t } = useLingui()
  const format = useFormat()
  const [openName, setOpen] = useState<string | null>(null)
  const open = regions.find(({ region }) => region === openName)
  if (regions.length === 0) return null
  return (
    <section>
      <h2 className={`${text.muted} ${styles.pair} ${styles.pad}`}>
        <Trans>Kept</Trans>
        <span>{format.bytes(regions.reduce((sum, { kept }) => sum + (kept?.bytes ?? 0), 0))}</span>
      </h2>
      <RowList label={t`Kept`}>
        {regions.map((row) => (
          <li key={row.region}>
            <button type="button" {...listRowLook('place')} aria-haspopup="dialog" onClick={() => setOpen(row.region)}>
              <KeptFace row={row} />
            </button>
          </li>
        ))}
      </RowList>
      {open !== undefined && <RegionModal row={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

function KeptFace({ row }: { readonly row: KeptRegion }) {
  const format = useFormat()
  const { kept, country, name } = row
  if (kept === null) return null
  return (
    <ListRowFace
      icon={<Flag code={country} width={33} />}
      title={name}
      detail={<KeptFacts kept={kept} hasStreets={row.hasStreets} />}
      end={<strong>{format.bytes(kept.bytes)}</strong>}
      endDetail={<Standing row={row} kept={kept} />}
    />
  )
}

function KeptFacts({ kept, hasStreets }: { readonly kept: KeptPack; readonly hasStreets: boolean }) {
  const format = useFormat()
  const now = useNow()
  const time = format.savedAt(toInstant(kept.savedAt), { zone: phoneZone(), now })
  return (
    <>
      {hasStreets ? <Trans>Streets</Trans> : <Trans>No streets</Trans>}
      {', '}
      <Plural value={kept.parks} one="# car park" other="# car parks" />
      {', '}
      <Trans>saved {time}</Trans>
    </>
  )
}

/** Old prices are amber: they may have changed. */
function Standing({ row: { isBroken, job }, kept }: { readonly row: KeptRegion; readonly kept: KeptPack }) {
  const now = useNow()
  if (isBroken)
    return (
      <span className={styles.amber}>
        <Trans>Incomplete</Trans>
      </span>
    )
  if (job !== null) return <Trans>Updating</Trans>
  if (Date.parse(kept.validUntil) < now)
    return (
      <span className={styles.amber}>
        <Trans>Old prices</Trans>
      </span>
    )
  if (now - kept.savedAt > DAY_MS)
    return (
      <span className={styles.brand}>
        <Trans>Update</Trans>
      </span>
    )
  return <Trans context="a region">Kept</Trans>
}
