// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadActs } from '../../../actions/operator-money.online.ts'
import { mustInstant } from '../../../domain/instant.ts'
import { useFormat } from '../../../i18n/format.ts'
import { phoneZone } from '../../../lib/phone-zone.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { useNow } from '../../../parts/use-now.ts'
import { ListRow, RowList } from '../../../ui/list-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { Pager } from '../pager.tsx'
import { ACT_TEXTS } from './act-text.ts'

/** Acts on money and accounts, by whom and why, including those from the command line. */
export function ActsSection() {
  const { i18n, t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [number, setNumber] = useState(1)
  const { value: acts, failure } = useLoaded(loadActs, number)
  return (
    <section className={page.card}>
      <h2>
        <Trans>What was done, by whom and why</Trans>
      </h2>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing what was done`} />}
      {acts === null && failure === null && <Skeleton size="card" width="full" />}
      {acts?.total === 0 && (
        <p>
          <Trans>Nothing was done yet.</Trans>
        </p>
      )}
      {acts !== null && acts.total > 0 && (
        <RowList label={t`What was done, by whom and why`}>
          {acts.items.map(({ id, action, subject, actor, reason, at }) => (
            <li key={id}>
              <ListRow
                title={i18n._(ACT_TEXTS[action])}
                detail={
                  <>
                    {format.dayTime(mustInstant(at), { zone: phoneZone(), now })} · <bdi>{subject}</bdi> ·{' '}
                    <bdi>{actor}</bdi> · <bdi>{reason}</bdi>
                  </>
                }
              />
            </li>
          ))}
        </RowList>
      )}
      <Pager number={number} pages={acts?.pages ?? 1} onChange={setNumber} />
    </section>
  )
}
