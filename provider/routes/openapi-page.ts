import { createHash } from 'node:crypto'
import type { generateSpecs } from 'hono-openapi'

export type Specification = Awaited<ReturnType<typeof generateSpecs>>

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{margin-top:2.5rem;text-transform:capitalize}
details{border:1px solid #8884;border-radius:.5rem;padding:.5rem 1rem;margin:.5rem 0}
summary{cursor:pointer}code{font-family:ui-monospace,monospace}pre{overflow:auto;font-size:.85rem}
b{display:inline-block;min-width:4.5rem}
`

const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0) ?? 32)};`)

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

interface Entry {
  readonly tag: string
  readonly html: string
}

function renderOperation(method: string, path: string, operation: Operation): Entry {
  const { parameters, requestBody, responses } = operation
  const detail = JSON.stringify({ parameters, requestBody, responses }, null, 2)
  const head = `<b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary ?? '')}`
  return {
    tag: operation.tags?.[0] ?? 'service',
    html: `<details><summary>${head}</summary><pre>${escape(detail)}</pre></details>`,
  }
}

/** Renders the specification as a readable page: no script, no other host, one inline style allowed by its hash. */
export function renderApiPage(
  specification: Specification,
  words: { readonly title: string; readonly intro: string },
  language: string,
): { readonly html: string; readonly styleHash: string } {
  const entries = Object.entries(specification.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => renderOperation(method, path, operation as Operation)),
  )
  const tags = [...new Set(entries.map((entry) => entry.tag))]
  const sections = tags.map((tag) => {
    const inside = entries.filter((entry) => entry.tag === tag).map((entry) => entry.html)
    return `<section><h2>${escape(tag)}</h2>${inside.join('')}</section>`
  })
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(words.title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(words.title)}</h1>
<p>${escape(words.intro)} <a href="/api/v1/openapi.json">openapi.json</a></p>${sections.join('')}</main></body></html>`
  return { html, styleHash: STYLE_HASH }
}
