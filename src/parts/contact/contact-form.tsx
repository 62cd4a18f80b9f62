// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { sendMessage } from '../../actions/contact.ts'
import { openForm, sendAsVisitor } from '../../actions/contact.online.ts'
import { toImmediateResult } from '../../actions/requests.ts'
import {
  CONTACT_TEXT_MAX,
  type ContactMessage,
  type ContactTopic,
  isOfferTopic,
  toContactText,
} from '../../domain/contact.ts'
import { FailureNote } from '../failure-note.tsx'
import {
  checkEmail,
  checkName,
  checkOptional,
  emailOf,
  type FieldProblem,
  findProblems,
  NAME_MAX,
  plainTextOf,
  rawTextOf,
} from '../field-checks.ts'
import { OnlineButton } from '../online-button.tsx'
import parts from '../parts.module.css'
import { useSubmit } from '../use-submit.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { type Session, useSession } from '../../queries/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ContactFields } from './contact-fields.tsx'
import { type Draft, DRAFT_FIELDS, forgetDraft, readDraft, writeDraft } from './draft.ts'
import { checkOffer, type OfferField, toOffer } from './offer-form.ts'
import { MessageState } from './message-state.tsx'

export type ContactField = 'name' | 'email' | 'company' | 'text' | OfferField

const toMessage = (form: FormData, topic: ContactTopic): ContactMessage => ({
  topic,
  name: plainTextOf(form, 'name'),
  email: emailOf(form, 'email'),
  company: plainTextOf(form, 'company') || null,
  text: toContactText(rawTextOf(form, 'text')),
  ...(isOfferTopic(topic) ? { offer: toOffer(form, topic) } : {}),
})

function checkText(form: FormData): FieldProblem | undefined {
  const text = toContactText(rawTextOf(form, 'text'))
  if (text === '') return 'required'
  return text.length > CONTACT_TEXT_MAX ? 'too_long' : undefined
}

const check = (form: FormData, topic: ContactTopic) =>
  findProblems<string>({
    ...(isOfferTopic(topic) ? checkOffer(form, topic) : {}),
    name: checkName(rawTextOf(form, 'name')),
    email: checkEmail(rawTextOf(form, 'email')),
    company:
      topic === 'business'
        ? checkName(rawTextOf(form, 'company'))
        : checkOptional(rawTextOf(form, 'company'), NAME_MAX),
    text: checkText(form),
  })

/** A sent message: the outbox row of a driver's request, null for a visitor's, and the address for the answer. */
export interface SentMessage {
  readonly row: string | null
  readonly email: string
}

/** Contact form, with and without an account. */
export default function ContactForm({ topic }: { readonly topic: ContactTopic }) {
  const session = useSession()
  if (session.status === 'loading') return null
  const key = session.value?.user.user_id ?? 'visitor'
  return <OwnForm key={key} topic={topic} session={session.value} />
}

function OwnForm({ topic, session }: { readonly topic: ContactTopic; readonly session: Session | null }) {
  const { t } = useLingui()
  const [sent, setSent] = useState<SentMessage | null>(null)
  const isVisitor = session === null
  const draftOf = { topic, userId: session?.user.user_id ?? null }
  const [draft, setDraft] = useState(() => readDraft(draftOf))
  useOpenForm(isVisitor)
  const { problems, failure, isBusy, onSubmit } = useSubmit<ContactField, FieldProblem, string | null>({
    check: (form) => check(form, topic),
    send: async (form) => {
      const message = toMessage(form, topic)
      if (isVisitor) {
        const answer = await sendAsVisitor({ ...message, website: rawTextOf(form, 'website') })
        return answer.ok ? { ok: true, value: null } : answer
      }
      const asked = toImmediateResult(await sendMessage(message))
      return asked.ok ? { ok: true, value: asked.value.row.id } : asked
    },
    onDone: (row, form) => {
      forgetDraft(draftOf)
      setDraft(null)
      setSent({ row, email: emailOf(form, 'email') })
    },
  })
  const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const typed = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, rawTextOf(form, field)]))
    writeDraft(draftOf, typed as Draft)
  }
  const doing = t`Sending`
  const label = <SendLabel topic={topic} />
  const submit = { type: 'submit', wide: true, busy: isBusy, busyLabel: <Trans>Sending…</Trans> } as const
  return (
    <>
      <MessageState topic={topic} sent={sent} />
      {sent === null && (
        <form className={parts.form} noValidate onSubmit={onSubmit} onInput={keep}>
          <ContactFields topic={topic} draft={draft} user={session?.user ?? null} problems={problems} />
          {failure !== null && <FailureNote failure={failure} doing={doing} hasInput />}
          {isVisitor ? (
            <OnlineButton {...submit} doing={doing} hasInput={false}>
              {label}
            </OnlineButton>
          ) : (
            <Button {...submit}>{label}</Button>
          )}
          {isVisitor && (
            <p>
              <Trans>
                Without an account it’s sent only with a connection. Until then, what you entered is kept on this phone.
              </Trans>
            </p>
          )}
        </form>
      )}
      {sent !== null && (
        <Button kind="secondary" onClick={() => setSent(null)}>
          <Trans>Write another message</Trans>
        </Button>
      )}
    </>
  )
}

function SendLabel({ topic }: { readonly topic: ContactTopic }) {
  if (isOfferTopic(topic)) return <Trans>Send request</Trans>
  if (topic === 'business') return <Trans>Ask for an account</Trans>
  return topic === 'demo' ? <Trans>Ask for a demo</Trans> : <Trans>Send message</Trans>
}

/**
 * Opens a visitor's form with the provider as soon as there is a connection; a failure is reported when the form is
 * sent.
 */
function useOpenForm(isVisitor: boolean): void {
  const isOffline = useConnection().state === 'offline'
  useEffect(() => {
    if (isVisitor && !isOffline) void openForm()
  }, [isVisitor, isOffline])
}
