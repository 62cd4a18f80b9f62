import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pause } from '../deployed.ts'

export interface MailSink {
  /** For SMTP_URL. */
  readonly url: string
  /** Returns the six digits of an email to an address, once: the next call waits for the next email. */
  codeTo(email: string): Promise<string>
  stop(): void
}

/** Accepts every email like a mail server, and keeps it. */
export async function openMailSink(): Promise<MailSink> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let mail = ''
    let isData = false
    socket.on('error', () => undefined)
    socket.write('220 sink\r\n')
    socket.on('data', (part) => {
      for (const line of part.toString().split('\r\n').slice(0, -1)) {
        if (isData && line === '.') {
          mails.push(mail)
          mail = ''
          isData = false
          socket.write('250 kept\r\n')
        } else if (isData) mail += `${line}\n`
        else if (/^DATA/i.test(line)) {
          isData = true
          socket.write('354 go on\r\n')
        } else socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 sink\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async codeTo(email) {
      for (let look = 0; look < 100; look += 1) {
        const at = mails.findIndex((mail) => mail.includes(`To: ${email}`))
        const [mail = ''] = at === -1 ? [] : mails.splice(at, 1)
        const code = /^\D*(\d{6})\b/m.exec(mail)?.[1]
        if (code !== undefined) return code
        await pause(100)
      }
      throw new Error(`No code was mailed to ${email}`)
    },
    stop: () => void server.close(),
  }
}
