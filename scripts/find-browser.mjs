/** Finds installed browsers. Plain Node 20, no dependency. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const IN_DOWNLOAD = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'ENOTDIR') return false
    throw error
  }
}

const SHELLS_IN_DOWNLOAD = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
]

/** @param {RegExp} folder @param {readonly string[]} inFolder */
function downloaded(folder, inFolder) {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(homedir(), '.cache/ms-playwright'),
    path.join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((folder) => folder && existsSync(folder))
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => folder.test(name))
      .flatMap((name) => inFolder.map((inside) => path.join(cache, name, inside))),
  )
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/** @param {readonly (string | undefined)[]} files */
const firstOf = (files) => files.find((file) => file && isExecutable(file))

/** @returns {string | undefined} the path of an executable Chromium: CHROMIUM_PATH, the system's, else Playwright's */
export const findBrowser = () =>
  firstOf([process.env.CHROMIUM_PATH, ...onPath(NAMES), ...APPS, ...downloaded(/^chromium-\d+$/, IN_DOWNLOAD)])

/** The headless shell of the same Chromium: a quarter less work per journey. @returns {string | undefined} */
export const findShell = () =>
  firstOf([
    process.env.CHROMIUM_SHELL_PATH,
    ...onPath(['chromium-headless-shell']),
    ...downloaded(/^chromium_headless_shell-\d+$/, SHELLS_IN_DOWNLOAD),
  ])

/** An unpatched Firefox, as drivers have it, unlike Playwright's own download. @returns {string | undefined} */
export const findFirefox = () => firstOf([process.env.FIREFOX_PATH, ...onPath(['firefox-esr', 'firefox'])])

/** The features that Playwright turns off, repeated here because Chromium only uses the last of several lists. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Chromium renders its own toolbars as pages, in one process per window, unseen here: two thirds of the cost of an
 * empty window.
 */
const OWN_BARS = [
  'InitialWebUI',
  'WebUIToolbarProcessOverheadExperiment',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * What Chromium needs in a container and as root; also keeps the browser's own traffic and windows out of the tests.
 */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OWN_BARS].join(',')}`,
]
