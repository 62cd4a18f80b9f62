/** Not in TypeScript's library yet. https://www.w3.org/TR/trusted-types/ */
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): { createHTML(html: string): string }
}

/** Which texts may become markup or a script address. Returning undefined refuses the text. */
interface PolicyRules {
  readonly createHTML?: (html: string) => string | undefined
  readonly createScriptURL?: (address: string) => string | undefined
}

type Scope = typeof globalThis & { readonly trustedTypes?: PolicyFactory }

/**
 * Script hosts that the security policy allows besides our own: the card form's loader, which sets its address as text.
 */
const SCRIPTS = /^https:\/\/([\w-]+\.)*js\.stripe\.com\//

/** Leaflet probes once whether the browser can render SVG; any other markup is refused. */
const LEAFLET_PROBE = '<svg/>'

/**
 * Installs the default Trusted Types policy. The page refuses plain text as markup or as a script address
 * (provider/http/security-headers.ts), except what this policy allows: workers at our own addresses, the card form, and
 * Leaflet's probe. Call it before any of these is created.
 */
export function allowOwnScripts(): void {
  ;(globalThis as Scope).trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === LEAFLET_PROBE ? html : undefined),
    createScriptURL: (address) => {
      const { href, origin } = new URL(address, location.href)
      return origin === location.origin || SCRIPTS.test(href) ? href : undefined
    },
  })
}

/**
 * Trusts the markup of a snapshot that this phone saved of our own page. Scripts in it do not run, because it is set as
 * part of a page.
 */
export const trustStill = (html: string): string =>
  (globalThis as Scope).trustedTypes?.createPolicy('still', { createHTML: (text) => text }).createHTML(html) ?? html
