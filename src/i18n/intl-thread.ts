import { phoneZone } from '../lib/phone-zone.ts'

/**
 * The browser reads its tables of languages and zones with the first use of `Intl`, which holds up whoever asks first. They belong to the
 * process: once this thread has used them, the page finds them read.
 */
addEventListener('message', ({ data: language }: MessageEvent<string>) => {
  new Intl.NumberFormat(language).format(1)
  new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: 'numeric' }).format(0)
  phoneZone()
  close()
})
