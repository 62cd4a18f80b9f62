// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeMember, loadInvitations, loadMembers, withdrawInvitation } from '../../actions/console.online.ts'
import type { Invitation, Member } from '../../contract/console.ts'
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
import { InviteForm } from './invite-form.tsx'
import styles from './operator.module.css'
import { RoleText } from './role-text.tsx'
import type { SectionProps } from './sections.tsx'

/** Members of the organisation, and open invitations. */
export function MembersSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const organisationId = operator.organisation?.id ?? ''
  const members = useLoaded(loadMembers, organisationId)
  const invitations = useLoaded(loadInvitations, organisationId)
  const removal = useSingleFlight(members.reload)
  const [sent, setSent] = useState<Invitation | null>(null)
  const withdrawal = useSingleFlight(() => {
    setSent(null)
    invitations.reload()
  })
  const failure = removal.failure ?? withdrawal.failure ?? members.failure ?? invitations.failure
  return (
    <div className={styles.columns}>
      <section className={styles.card}>
        <h2>
          <Trans>People</Trans>
        </h2>
        {failure !== null && <ConsoleFailure failure={failure} doing={t`Changing people`} />}
        {members.value === null && members.failure === null && <Skeleton size="card" width="full" />}
        {members.value !== null && (
          <RowList label={t`People`}>
            {members.value.map((member) => (
              <li key={member.member_id}>
                <MemberRow
                  member={member}
                  isBusy={removal.isBusy}
                  onRemove={() => void removal.run(() => changeMember(member.member_id, { active: false }))}
                />
              </li>
            ))}
          </RowList>
        )}
        {invitations.value !== null && invitations.value.length > 0 && (
          <>
            <h3>
              <Trans>Invited</Trans>
            </h3>
            <RowList label={t`Invited`}>
              {invitations.value.map((one) => (
                <li key={one.invitation_id}>
                  <InvitationRow
                    invitation={one}
                    isBusy={withdrawal.isBusy}
                    onWithdraw={() => void withdrawal.run(() => withdrawInvitation(one.invitation_id))}
                  />
                </li>
              ))}
            </RowList>
          </>
        )}
      </section>
      <InviteForm
        parks={operator.parks ?? []}
        sent={sent}
        onSend={() => setSent(null)}
        onSent={(invitation) => {
          setSent(invitation)
          invitations.reload()
        }}
      />
    </div>
  )
}

function RightsText({ role, parks }: Pick<Member, 'role' | 'parks'>) {
  return (
    <>
      <RoleText role={role} />
      {' · '}
      {parks === null ? <Trans>All car parks</Trans> : parks.map(({ name }) => name).join(', ')}
    </>
  )
}

interface MemberRowProps {
  readonly member: Member
  readonly isBusy: boolean
  readonly onRemove: () => void
}

function MemberRow({ member, isBusy, onRemove }: MemberRowProps) {
  const { email } = member
  return (
    <ListRow
      title={<bdi>{email}</bdi>}
      detail={<RightsText role={member.role} parks={member.parks} />}
      end={!member.is_you && <AskRemoval name={email} isBusy={isBusy} onRemove={onRemove} />}
    />
  )
}

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly isBusy: boolean
  readonly onWithdraw: () => void
}

function InvitationRow({ invitation, isBusy, onWithdraw }: InvitationRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { email } = invitation
  const until = format.date(mustInstant(invitation.expires_at), phoneZone(), now)
  return (
    <ListRow
      title={<bdi>{email}</bdi>}
      detail={
        <>
          <RightsText role={invitation.role} parks={invitation.parks} /> · <Trans>Valid until {until}</Trans>
        </>
      }
      end={
        <OnlineButton
          doing={t`Changing people`}
          kind="secondary"
          size="small"
          aria-label={t`Withdraw the invitation to ${email}`}
          busy={isBusy}
          busyLabel={<Trans>Sending…</Trans>}
          onClick={onWithdraw}
        >
          <Trans>Withdraw</Trans>
        </OnlineButton>
      }
    />
  )
}
