import { createHash } from 'node:crypto'
import type { Mail } from '../repositories/mail.ts'
import { MAIL_TEXTS } from '../messages/mail-texts.ts'
import type { Language } from '../messages/language.ts'
import { escapeHtml } from '../rules/escape-html.ts'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:42rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem}article{border:1px solid;border-radius:.75rem;padding:1rem;margin-block:1rem}h2{font-size:1rem;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}strong{font-size:1.5rem;letter-spacing:.1em;overflow-wrap:anywhere}
input,button{font:inherit;min-height:44px;padding-inline:.75rem;max-width:100%}`

/** Allows only this page's own style, by its hash; no scripts, no other hosts. */
export const MAILBOX_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Shows a six-digit code in large type; a reset link stays in the text. */
function toArticle(mail: Mail, words: (typeof MAIL_TEXTS)['en']['mailbox']): string {
  const code =
    mail.code !== undefined && /^\d{6}$/.test(mail.code)
      ? `<p>${escapeHtml(words.code)} <strong>${mail.code}</strong></p>`
      : ''
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(words.to)} ${escapeHtml(mail.to)}</p>${code}<pre>${linked(escapeHtml(mail.text))}</pre></article>`
}

const linked = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** Renders the sandbox mailbox: newest first, with a form to filter by address. */
export function renderMailbox(mails: readonly Mail[], to: string, language: Language): string {
  const words = MAIL_TEXTS[language].mailbox
  const list =
    mails.length === 0 ? `<p>${escapeHtml(words.empty)}</p>` : mails.map((mail) => toArticle(mail, words)).join('\n')
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(words.title)} – Baywise</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.intro)}</p>
<form><label>${escapeHtml(words.address)} <input type="email" name="to" value="${escapeHtml(to)}"></label> <button>${escapeHtml(words.show)}</button></form>
${list}
</main></body>
</html>
`
}
