import { contactForm, contactSingle, type ContactWire, type VisitorContactBody } from '../contract/contact.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Opens a form: a message without an account is sent with its token. */
export async function openContactForm(client: Client): Promise<Result<string, ApiError>> {
  const answer = await client.send({ method: 'GET', path: '/contact/form', schema: contactForm, as: 'anyone' })
  return answer.ok ? ok(answer.value.data.form_token) : answer
}

/** Sending the same form again after a lost answer is the same message. */
export async function sendVisitorContact(
  client: Client,
  body: VisitorContactBody,
): Promise<Result<ContactWire, ApiError>> {
  const answer = await client.send({
    method: 'POST',
    path: '/contact/visitor',
    body,
    schema: contactSingle,
    isAnswer: ({ data }) => data.topic === body.topic,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
