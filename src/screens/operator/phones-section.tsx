// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadPhones, pairPhone, revokePhone } from '../../actions/operator-day.online.ts'
import type { StaffPairing, StaffPhone } from '../../contract/operator-staff.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { AskRemoval } from '../../parts/ask-removal.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import styles from './day.module.css'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import type { SectionProps } from './sections.tsx'

/** Attendants' phones: pairs them with a car park, and revokes them. */
export function PhonesSection(props: SectionProps) {
  const { t } = useLingui()
  const phones = useLoaded(loadPhones, props.operator.organisation?.id ?? '')
  const revoking = useSingleFlight(phones.reload)
  const failure = revoking.failure ?? phones.failure
  return (
    <>
      <ParkChoice {...props} section="phones">
        {(park) => <Pairing key={park.code} park={park} />}
      </ParkChoice>
      <section className={page.card}>
        <h2>
          <Trans>Attendants’ phones</Trans>
        </h2>
        {failure !== null && <ConsoleFailure failure={failure} doing={t`Changing attendants’ phones`} />}
        {phones.value === null && phones.failure === null && <Skeleton size="card" width="full" />}
        {phones.value?.length === 0 && (
          <p>
            <Trans>No phone is paired yet.</Trans>
          </p>
        )}
        {phones.value !== null && phones.value.length > 0 && (
          <RowList label={t`Attendants’ phones`}>
            {phones.value.map((phone) => (
              <li key={phone.id}>
                <Phone
                  phone={phone}
                  isBusy={revoking.isBusy}
                  onRevoke={() => void revoking.run(() => revokePhone(phone.id))}
                />
              </li>
            ))}
          </RowList>
        )}
      </section>
    </>
  )
}

interface PhoneProps {
  readonly phone: StaffPhone
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

function Phone({ phone, isBusy, onRevoke }: PhoneProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const name = phone.name ?? t`Phone without a name`
  const seen = format.dayTime(mustInstant(phone.last_seen_at), { zone: phoneZone(), now, inSentence: true })
  return (
    <ListRow
      title={<bdi>{name}</bdi>}
      detail={
        <>
          {phone.parks.map((park) => park.name).join(', ')} · <Trans>last seen {seen}</Trans>
        </>
      }
      end={
        phone.revoked_at === null ? (
          <AskRemoval name={name} isBusy={isBusy} onRemove={onRevoke} />
        ) : (
          <Trans>Removed</Trans>
        )
      }
    />
  )
}

function Pairing({ park }: { readonly park: OwnPark }) {
  const { t } = useLingui()
  const format = useFormat()
  const [made, setMade] = useState<StaffPairing | null>(null)
  const pairing = useSingleFlight<{ readonly data: StaffPairing }>(({ data }) => setMade(data))
  return (
    <section className={page.card}>
      <h2>
        <Trans>Pair a phone</Trans>
      </h2>
      <p>
        <Trans>The phone then checks passes at {park.name}, without a connection too.</Trans>
      </p>
      {made !== null && (
        <p role="status">
          <span className={styles.code}>{made.code}</span>
          <br />
          <Trans>
            Enter this code at {new URL(made.link).host}/check by{' '}
            {format.time(mustInstant(made.expires_at), phoneZone())}.
          </Trans>
        </p>
      )}
      {pairing.failure !== null && <ConsoleFailure failure={pairing.failure} doing={t`Pairing a phone`} />}
      <OnlineButton
        doing={t`Pairing a phone`}
        busy={pairing.isBusy}
        onClick={() => void pairing.run(() => pairPhone([park.code]))}
      >
        <Trans>Make a code</Trans>
      </OnlineButton>
    </section>
  )
}
