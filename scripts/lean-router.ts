import type { Plugin } from 'vite'
import { replaceBodies } from './replace-bodies.ts'

/** Router features for data routes, framework mode and prefetching links, which none of our pages uses. */
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
  // Only for developers.
  warning: '',
}

/** Names for developers, which make a bundler treat a component as used. */
const NAMES = /^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm
const COMPONENT = /^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm

const withoutUnused = (code: string): string =>
  replaceBodies(code, BODIES).replaceAll(NAMES, '').replaceAll(COMPONENT, '$1/* @__PURE__ */ ')

/**
 * The router without the half that only its data routers and its framework need. Links, routes and parameters are
 * unchanged.
 */
export const leanRouter: Plugin = {
  name: 'baywise:lean-router',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/, code: /function _renderMatches\(/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
}
