import { escapeHtml } from '../rules/escape-html.ts'
import { createHash } from 'node:crypto'
import { type Currency, isCurrency } from '../../src/domain/money.ts'
import { formatAmount } from '../messages/format.ts'
import type { Language } from '../messages/language.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { SandboxCharge } from '../repositories/sandbox-charges.ts'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:26rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem}strong{font-size:2rem;display:block}p{overflow-wrap:anywhere}
[role=note]{border:2px dashed;border-radius:.75rem;padding:.5rem 1rem}
form{margin-block:.75rem}button,a{font:inherit;min-height:44px;width:100%;border-radius:.75rem;border:1px solid;padding:.5rem 1rem;box-sizing:border-box}
a{display:block;text-align:center}button[data-main]{background:#0b6b4f;color:#fff;font-weight:600}`

/** Allows only the page's own style, by its hash: no scripts, no other hosts, and forms submit to us. */
export const SANDBOX_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export const OUTCOMES = ['pay', 'fail', 'abandon', 'delay', 'duplicate', 'declines_later'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the page of a paid charge can simulate: the gateway's side of money going back. */
export const LATER = [
  'reverse',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'slow_refunds',
  'refunds_arrive',
  'refunds_fail',
] as const
export type Later = (typeof LATER)[number]

const toButton = (outcome: Outcome | Later, label: string): string =>
  `<form method="post" action="?outcome=${outcome}"><button${outcome === 'pay' ? ' data-main' : ''}>${escapeHtml(label)}</button></form>`

/** Renders the sandbox gateway's hosted page in the style of each kind of gateway. */
export function renderSandboxPage(charge: SandboxCharge, language: Language): string {
  const words = PAYMENT_TEXTS[language].page
  const currency: Currency = isCurrency(charge.currency) ? charge.currency : 'USD'
  const actions =
    charge.status === 'paid'
      ? `<p>${escapeHtml(words.done)}</p><a href="${escapeHtml(charge.return_url)}">${escapeHtml(words.back)}</a>
<h2>${escapeHtml(words.later)}</h2>
${LATER.map((later) => toButton(later, words[later])).join('\n')}`
      : OUTCOMES.filter((outcome) => outcome !== 'declines_later' || charge.keeps)
          .map((outcome) => toButton(outcome, words[outcome]))
          .join('\n')
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(words.title)} – Baywise</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(words.title)}${language === 'fr' ? '&nbsp;:' : ':'} ${escapeHtml(words[charge.kind])}</h1><p role="note">${escapeHtml(words.notice)}</p>
<p>${escapeHtml(words.amount)} <strong>${escapeHtml(formatAmount(charge.amount_minor, currency, language))}</strong></p>
<p>${escapeHtml(words.reference)} ${escapeHtml(charge.reference)}</p>
${actions}
</main></body>
</html>
`
}
