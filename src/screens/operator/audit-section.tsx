// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadChanges } from '../../actions/operator-day.online.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CHANGE_TEXTS } from './change-text.ts'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import type { SectionProps } from './sections.tsx'

/** Who changed what, latest first. */
export function AuditSection({ operator }: SectionProps) {
  const { i18n, t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { value: changes, failure } = useLoaded(loadChanges, operator.organisation?.id ?? '')
  return (
    <section className={page.card}>
      <h2>
        <Trans>Who changed what</Trans>
      </h2>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing changes`} />}
      {changes === null && failure === null && <Skeleton size="card" width="full" />}
      {changes?.length === 0 && (
        <p>
          <Trans>Nothing was changed yet.</Trans>
        </p>
      )}
      {changes !== null && changes.length > 0 && (
        <RowList label={t`Who changed what`}>
          {changes.map((change) => (
            <li key={change.id}>
              <ListRow
                title={i18n._(CHANGE_TEXTS[change.action])}
                detail={
                  <>
                    <bdi>{change.subject}</bdi> · <bdi>{change.name}</bdi>
                  </>
                }
                end={format.dayTime(mustInstant(change.at), { zone: phoneZone(), now })}
              />
            </li>
          ))}
        </RowList>
      )}
    </section>
  )
}
