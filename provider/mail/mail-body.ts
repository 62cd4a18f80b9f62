import { escapeHtml } from '../rules/escape-html.ts'

/** The content of a mail, rendered both as plain text and as HTML. */
export interface MailBody {
  readonly language: string
  readonly hello: string
  readonly lead: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly links: readonly MailLink[]
  /** Small print, with a link to the relevant page. */
  readonly foot: MailLink
}

interface MailLink {
  readonly label: string
  readonly href: string
}

export function toMailText({ language, hello, lead, rows, links, foot }: MailBody): string {
  const colon = language === 'fr' ? '\u00a0: ' : ': '
  const facts = rows.map(([label, value]) => `${label}${colon}${value}`)
  const addresses = [...links, foot].map(({ label, href }) => `${label}\n${href}`)
  return [hello, lead, facts.join('\n'), ...addresses, 'Baywise'].join('\n\n')
}

const CELL = 'padding:6px 12px 6px 0;vertical-align:top'
const toRow = ([label, value]: MailBody['rows'][number]): string =>
  `<tr><td style="${CELL};color:#4a5a6a">${escapeHtml(label)}</td><td style="${CELL}">${escapeHtml(value)}</td></tr>`

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b57d0;color:#ffffff;text-decoration:none;font-weight:600'
const toButton = ({ label, href }: MailLink): string =>
  `<p><a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`

/**
 * Uses inline styles and a table, which mail programs render alike. Opening the mail loads nothing: it has no images or
 * scripts.
 */
export function toMailHtml({ language, hello, lead, rows, links, foot }: MailBody): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:36rem;margin:0 auto;padding:16px">
<p>${escapeHtml(hello)}</p>
<p><strong>${escapeHtml(lead)}</strong></p>
<table role="presentation" style="border-collapse:collapse">${rows.map(toRow).join('')}</table>
${links.map(toButton).join('\n')}
<p style="font-size:14px;color:#4a5a6a"><a href="${escapeHtml(foot.href)}">${escapeHtml(foot.label)}</a></p>
<p>Baywise</p>
</body></html>`
}
