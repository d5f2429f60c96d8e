// Runs before the first paint, so that no page flashes in the wrong theme or text size. The same marks are set
// by src/shared/look.ts; here without modules, because modules wait. The build puts it into the page itself.
;(function () {
  // Of what is drawn beforehand nothing answers before the app has come. If it cannot, the page says so.
  addEventListener(
    'error',
    function (event) {
      var failed = document.getElementById('failed')
      if (event.target instanceof HTMLScriptElement && failed) failed.hidden = false
    },
    true,
  )
  var found = /(?:^|; )look=([^;]*)/.exec(document.cookie)
  var look = new URLSearchParams(found ? found[1] : '')
  var root = document.documentElement
  var theme = look.get('theme') || 'dark'
  var light = theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.dataset.motion = look.get('motion') === 'off' ? 'off' : 'on'
  var language = look.get('language')
  // What is drawn in the page beforehand is a visitor's, in the page's language: it would flash before anybody else's own.
  var isForeign = language && language.slice(0, 2) !== root.lang.slice(0, 2)
  if (isForeign || localStorage.getItem('token')) root.dataset.known = ''
  if (language) root.lang = language
  var percent = Number(look.get('text'))
  root.dataset.text = percent >= 150 ? 'big' : 'plain'
  if (percent >= 100 && percent <= 200) root.style.setProperty('--ts-user', String(percent / 100))
  var meta = document.querySelector('meta[name=theme-color]')
  if (meta && light) meta.setAttribute('content', '#F4F2F8')
})()
