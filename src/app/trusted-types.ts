/** What TypeScript's own library does not know yet. https://www.w3.org/TR/trusted-types/ */
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): { createHTML(html: string): string }
}

/** What may become markup or the address of a script. Undefined: nothing. */
interface PolicyRules {
  readonly createHTML?: (html: string) => string | undefined
  readonly createScriptURL?: (address: string) => string | undefined
}

type Scope = typeof globalThis & { readonly trustedTypes?: PolicyFactory }

/** Those whose script the security policy may name: ourselves, and the card form's loader, which sets its address as text. */
const SCRIPTS = /^https:\/\/([\w-]+\.)*js\.stripe\.com\//

/** Leaflet asks once whether the browser can draw; markup from anywhere else is refused. */
const LEAFLET_PROBE = '<svg/>'

/**
 * The page refuses text where only markup or the address of a script may go (provider/http/security-headers.ts), but for what this lets
 * through: threads and the worker by address of our own, the card form, and Leaflet's probe. Before anything of these is made.
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

/** Markup of a still that this phone kept of our own page. Scripts in it do not run: it becomes part of a page, not a page. */
export const trustStill = (html: string): string =>
  (globalThis as Scope).trustedTypes?.createPolicy('still', { createHTML: (text) => text }).createHTML(html) ?? html
