// Brings the app into a page that is drawn beforehand. A visitor sees that one first: the scripts come once it is
// painted, so that on a slow line they do not take the place of its font and pictures. A player's page waits for them.
;(function () {
  var begun = false
  function begin() {
    if (begun) return
    begun = true
    document.querySelectorAll('meta[name=app-part]').forEach(function (part) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = part.getAttribute('content') || ''
      document.head.append(link)
    })
    var app = document.querySelector('meta[name=app]')
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = (app && app.getAttribute('content')) || ''
    document.head.append(script)
  }
  if ('known' in document.documentElement.dataset || document.hidden) return begin()
  addEventListener('visibilitychange', begin) // nothing is painted in a tab that nobody looks at
  setTimeout(begin, 2000) // nor told by every browser
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
})()
