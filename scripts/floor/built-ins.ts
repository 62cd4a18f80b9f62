/**
 * Built-ins newer than the oldest supported browsers, with the first Chrome, Firefox and Safari that have each; `-`:
 * none has. The language list is core-js's own (core-js-compat 3.51) without its fixes for old bugs, the platform list
 * MDN's (https://github.com/mdn/browser-compat-data).
 */
interface Since {
  readonly name: string
  readonly chrome: string
  readonly firefox: string
  readonly safari: string
}

const rows = (text: string): readonly Since[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', chrome = '-', firefox = '-', safari = '-'] = line.trim().split(/\s+/)
      return { name, chrome, firefox, safari }
    })

/** `Object.hasOwn`: a member of a global; `.toSorted`: a method of any object; `structuredClone`: a global. */
export const LANGUAGE = rows(`
  .findLast 97 104 15.4
  .findLastIndex 97 104 15.4
  .toReversed 110 115 16
  .toSorted 110 115 16
  .toSpliced 110 115 16
  .isWellFormed 111 119 16.4
  .toWellFormed 111 119 16.4
  .transferToFixedLength 114 122 17.4
  .getOrInsert 145 144 26.2
  .getOrInsertComputed 145 144 26.2
  .union 122 127 17
  .intersection 122 127 17
  .symmetricDifference 122 127 17
  .isDisjointFrom 122 127 17
  .isSubsetOf 122 127 17
  .isSupersetOf 122 127 17
  .getFloat16 135 129 18.2
  .setFloat16 135 129 18.2
  .setFromBase64 140 133 18.2
  .setFromHex 140 133 18.2
  .toBase64 140 133 18.2
  .throwIfAborted 100 97 15.4
  .values().map 122 131 18.4
  Array.fromAsync 121 115 16.4
  Atomics.pause 133 137 18.4
  Atomics.waitAsync 87 140 16.4
  Error.isError 134 138 26
  Iterator.from 122 131 18.4
  Iterator.concat 146 147 26.4
  JSON.isRawJSON 114 135 18.4
  JSON.rawJSON 114 135 18.4
  Map.groupBy 117 119 17.4
  Math.f16round 135 129 18.2
  Math.sumPrecise 147 137 26.2
  Object.groupBy 117 119 17.4
  Object.hasOwn 93 92 15.4
  Promise.try 128 134 18.2
  Promise.withResolvers 119 121 17.4
  RegExp.escape 136 134 18.2
  Uint8Array.fromBase64 140 133 18.2
  Uint8Array.fromHex 140 133 18.2
  AbortSignal.abort 93 88 15
  AbortSignal.any 116 124 17.4
  AbortSignal.timeout 103 100 16
  Intl.DurationFormat 129 136 16.4
  Intl.Segmenter 87 125 14.1
  Intl.supportedValuesOf 99 93 15.4
  ReadableStream.from - 117 -
  Response.json 105 115 17
  URL.canParse 120 115 17
  URL.parse 126 126 18
  AsyncDisposableStack 134 141 -
  DisposableStack 134 141 -
  Float16Array 135 129 18.2
  Iterator 122 131 18.4
  Temporal 144 139 -
  structuredClone 98 94 15.4
`)

/**
 * Optional features: using one is fine when the same file tests for it first (`'x' in`, `typeof`, `?.`, `===
 * undefined`).
 */
export const PLATFORM = rows(`
  .adoptedStyleSheets 73 101 16.4
  .checkVisibility 105 106 17.4
  .createConicGradient 99 112 16.1
  .createWritable 86 111 26
  .getCoalescedEvents 58 59 18.2
  .getHTML 125 128 18
  .getSetCookie 113 112 17
  .hidePopover 114 125 17
  .moveBefore 133 144 -
  .requestClose 134 139 18.4
  .requestVideoFrameCallback 83 132 15.4
  .roundRect 99 112 16
  .setAppBadge 81 - 17
  .setHTMLUnsafe 124 123 17.4
  .showPicker 99 101 16
  .showPopover 114 125 17
  .startViewTransition 111 144 18
  .togglePopover 114 125 17
  CSS.highlights 105 140 17.2
  CSS.registerProperty 78 128 16.4
  ClipboardItem.supports 121 127 18.4
  PublicKeyCredential.getClientCapabilities 133 135 17.4
  PublicKeyCredential.isConditionalMediationAvailable 108 119 16
  PublicKeyCredential.parseCreationOptionsFromJSON 129 119 18.4
  PublicKeyCredential.parseRequestOptionsFromJSON 129 119 18.4
  indexedDB.databases 72 126 14
  navigator.connection 61 - -
  navigator.getBattery 38 - -
  navigator.permissions 43 46 16
  navigator.vibrate 32 - -
  navigator.wakeLock 84 126 16.4
  screen.orientation 38 43 16.4
  BarcodeDetector 83 - -
  CloseWatcher 126 149 -
  CompressionStream 80 113 16.4
  DecompressionStream 80 113 16.4
  EyeDropper 95 - -
  Highlight 105 140 17.2
  Notification 20 22 16.4
  OffscreenCanvas 69 105 16.4
  PushManager 42 44 16.4
  ReportingObserver 69 149 16.4
  SharedWorker 4 29 16
  TextDecoderStream 71 105 14.1
  URLPattern 95 142 26
  VideoDecoder 94 130 16.4
  cancelIdleCallback 47 55 -
  cookieStore 87 140 18.4
  navigation 102 147 26.2
  reportError 95 93 15.4
  requestIdleCallback 47 55 -
  scheduler 94 142 -
  trustedTypes 83 148 26
`)

/** What `src/built-ins/missing-built-ins.ts` adds to pages, workers and the service worker. */
export const PROVIDED: ReadonlySet<string> = new Set([
  '.findLast',
  '.toReversed',
  '.toSorted',
  '.throwIfAborted',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Object.hasOwn',
  'structuredClone',
])
