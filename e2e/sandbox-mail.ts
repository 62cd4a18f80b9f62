import { expect, type APIRequestContext } from '@playwright/test'

export interface SandboxMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code?: string
}

/** Mails the sandbox provider sent to an address, newest first. */
export async function mailsTo(request: APIRequestContext, to: string): Promise<SandboxMail[]> {
  const response = await request.get(`/sandbox/mail?to=${encodeURIComponent(to)}`)
  expect(response.status()).toBe(200)
  const mails: SandboxMail[] = await response.json()
  return mails
}

/** The newest code mailed to an address; waits for its mail. */
export async function mustReadCode(request: APIRequestContext, to: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(request, to))[0]?.code, { message: `a code for ${to}` }).toBeTruthy()
  const code = (await mailsTo(request, to))[0]?.code
  if (code === undefined) throw new Error(`the newest mail to ${to} has no code`)
  return code
}
