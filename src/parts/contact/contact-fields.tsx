// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { User } from '../../contract/auth.ts'
import { CONTACT_TEXT_MAX, type ContactTopic, isOfferTopic } from '../../domain/contact.ts'
import type { FieldProblem } from '../field-checks.ts'
import { FieldProblemText } from '../field-problem-text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ContactField } from './contact-form.tsx'
import type { Draft } from './draft.ts'
import { OfferFields } from './offer-fields.tsx'

export interface ContactFieldsProps {
  readonly topic: ContactTopic
  readonly draft: Draft | null
  readonly user: User | null
  readonly problems: Partial<Record<ContactField, FieldProblem>>
}

/** The sender's name, the address for the answer, and the message. */
export function ContactFields({ topic, draft, user, problems }: ContactFieldsProps) {
  const { t } = useLingui()
  const error = (field: ContactField) => {
    const problem = problems[field]
    return problem === undefined ? {} : { error: <FieldProblemText problem={problem} /> }
  }
  const label = isOfferTopic(topic)
    ? t`How drivers get in, and when it’s free`
    : topic === 'demo'
      ? t`Your car parks, and what you would like to see`
      : topic === 'business'
        ? t`How many drivers, and in which cities`
        : t`Your message`
  const own = user === null ? '' : [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <>
      <TextField
        label={t`Your name`}
        name="name"
        autoComplete="name"
        dir="auto"
        defaultValue={draft?.name ?? own}
        {...error('name')}
      />
      <TextField
        label={t`Your email`}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="email"
        defaultValue={draft?.email ?? user?.email ?? ''}
        hint={t`We answer to this address.`}
        {...error('email')}
      />
      <TextField
        label={topic === 'business' ? t`Company` : t`Company (optional)`}
        name="company"
        autoComplete="organization"
        dir="auto"
        defaultValue={draft?.company ?? ''}
        {...error('company')}
      />
      {isOfferTopic(topic) && <OfferFields topic={topic} draft={draft} problems={problems} />}
      <TextArea
        label={label}
        name="text"
        rows={6}
        dir="auto"
        defaultValue={draft?.text ?? ''}
        hint={t`Up to ${CONTACT_TEXT_MAX} characters.`}
        {...error('text')}
      />
      {user === null && <Trap />}
    </>
  )
}

/** Honeypot: hidden from people, filled in only by bots. */
function Trap() {
  return (
    <div hidden>
      <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
