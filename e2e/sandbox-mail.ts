import { expect, type APIRequestContext } from '@playwright/test'

export interface SandboxMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code?: string
}

/** Lists the mails that the sandbox provider sent to an address, newest first. */
export async function mailsTo(request: APIRequestContext, to: string): Promise<SandboxMail[]> {
  const response = await request.get(`/sandbox/mail?to=${encodeURIComponent(to)}`)
  expect(response.status()).toBe(200)
  const mails: SandboxMail[] = await response.json()
  return mails
}

/** Waits for the newest code mailed to an address. Other mails may follow it. */
export async function mustReadCode(request: APIRequestContext, to: string, told = ''): Promise<string> {
  const newest = async () =>
    (await mailsTo(request, to)).find(({ code, text }) => code !== undefined && text.includes(told))?.code
  await expect.poll(newest, { message: `a code for ${to}` }).toBeDefined()
  const code = await newest()
  if (code === undefined) throw new Error(`the mail with the code for ${to} is gone`)
  return code
}
