if (!('at' in Array.prototype && 'TransformStream' in window)) {
  document.head.appendChild(document.createElement('script')).src = '/too-old.js'
}
