if (!('at' in Array.prototype && 'TransformStream' in window)) {
  // Some of them refuse an address that is text.
  document.head.appendChild(document.createElement('script')).src = window.trustedTypes
    ? trustedTypes
        .createPolicy('floor', {
          createScriptURL: function (address) {
            return address
          },
        })
        .createScriptURL('/too-old.js')
    : '/too-old.js'
}
