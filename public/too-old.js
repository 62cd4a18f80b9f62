/*
 * What a browser below the floor shows instead of the app, which does not start there. Here and in floor.js ES5 and no module: such browsers
 * may not even read the app's scripts. Both languages, since no catalogue can be loaded.
 */
/* oxlint-disable no-var */
;(function () {
  var root = document.getElementById('root')
  if (!root) return
  var page = document.createElement('main')
  function add(tag, text) {
    var element = page.appendChild(document.createElement(tag))
    element.appendChild(document.createTextNode(text))
    element.style.marginBottom = '12px'
    return element
  }
  // Such a browser may know neither logical sizes nor custom properties.
  page.style.cssText = 'max-width:40rem;padding:16px;color:#0c1b2a;background:#fff;line-height:1.4'
  add('h1', 'This browser is too old for Baywise')
  add(
    'p',
    'Baywise works from Chrome 92, Samsung Internet 16, Firefox 102 and Safari 15.4. Update this browser, or open this page in another one.',
  )
  add('h1', 'Ce navigateur est trop ancien pour Baywise').lang = 'fr'
  add(
    'p',
    'Baywise fonctionne à partir de Chrome 92, Samsung Internet 16, Firefox 102 et Safari 15.4. Mettez ce navigateur à jour, ou ouvrez cette page dans un autre.',
  ).lang = 'fr'
  add('p', 'Address of this page · Adresse de cette page')
  // As text, to be copied or typed elsewhere: that of a booking, or of a link in an email.
  add('p', location.href).style.cssText = 'font-weight:700;word-break:break-all'
  // The attendant's phone takes it typed as well.
  var code = /^\/booking-details\/([^/]+)/.exec(location.pathname)
  if (code) {
    add('p', 'Booking code, for the attendant · Code de réservation, pour l’agent')
    add('p', code[1]).style.fontWeight = '700'
  }
  while (root.firstChild) root.removeChild(root.firstChild)
  root.appendChild(page)
})()
