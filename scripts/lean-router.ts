import type { Plugin } from 'vite'
import { replaceBodies } from './replace-bodies.ts'

/** What the router does where routes load data, in a framework, and for links that load ahead: no page of ours has these. */
const BODIES = {
  PrefetchPageLinks: 'return null',
  RenderedRoute: 'return React2.createElement(RouteContext.Provider, { value: routeContext }, children)',
  _renderMatches: `
    if (matches == null) return null
    return matches.reduceRight(
      (outlet, match, index) =>
        React2.createElement(RenderedRoute, {
          match,
          routeContext: { outlet, matches: parentMatches.concat(matches.slice(0, index + 1)), isDataRoute: false },
          children: match.route.element || outlet,
        }),
      null,
    )`,
  useNavigate: 'return useNavigateUnstable()',
  usePrefetchBehavior: 'return [false, null, {}]',
  useViewTransitionState: 'return false',
  // Only developers would read it.
  warning: '',
}

/** Names for developers, by which a bundler takes a component for used. */
const NAMES = /^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm
const COMPONENT = /^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm

const withoutUnused = (code: string): string =>
  replaceBodies(code, BODIES).replaceAll(NAMES, '').replaceAll(COMPONENT, '$1/* @__PURE__ */ ')

/** The router without what only its data routers and its framework need: half of it. Links, routes and parameters are as they are. */
export const leanRouter: Plugin = {
  name: 'baywise:lean-router',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/, code: /function _renderMatches\(/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
}
