import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createMailer, toTransport } from '../../provider/mail/create-mailer.ts'

test('a mail server of another machine must encrypt; one of this machine need not', () => {
  expect(toTransport('smtp://mail.example:587')).toEqual({ url: 'smtp://mail.example:587', requireTLS: true })
  for (const url of ['smtps://mail.example', 'smtp://127.0.0.1:25', 'smtp://localhost', 'smtp://[::1]:25'])
    expect(toTransport(url)).toEqual({ url })
  expect(toTransport('smtp://relay.internal?requireTLS=false')).toEqual({
    url: 'smtp://relay.internal?requireTLS=false',
  })
})

test('where it does not encrypt, it is told nothing of the email', async () => {
  const told: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk: Buffer) => {
      const line = chunk.toString()
      told.push(line)
      socket.write(line.startsWith('EHLO') ? '250-mail.example\r\n250 HELP\r\n' : '502 no\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  const { port } = server.address() as AddressInfo
  // Another spelling of this machine's loopback address.
  const smtpUrl = `smtp://user:secret@[::ffff:127.0.0.1]:${String(port)}`
  const tries: unknown[] = []
  const mailer = createMailer({
    config: { smtpUrl, mailFrom: 'Baywise <no-reply@baywise.test>', sandbox: false },
    db: undefined as never,
    clock: { now: () => 0 },
    log: { info: () => undefined, warn: (_, facts) => tries.push(facts), error: () => undefined },
  })
  const mail = { to: 'awa@example.test', subject: 'Code', text: '123456' }
  await expect(mailer.send(mail)).rejects.toThrow()
  server.close()
  expect(tries).toHaveLength(2)
  expect(told.join('')).toContain('STARTTLS')
  expect(told.join('')).not.toMatch(/AUTH|MAIL FROM|123456/)
})
