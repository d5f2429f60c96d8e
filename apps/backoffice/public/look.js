// Runs before the first paint, so that no page flashes in the wrong theme. src/shared/look.ts writes what this reads.
;(function () {
  var stored = localStorage.getItem('palpite-backoffice-look') || ''
  document.documentElement.dataset.theme = stored.includes('"theme":"dark"') ? 'dark' : 'light'
  document.documentElement.lang = stored.includes('"language":"en"') ? 'en' : 'pt-BR'
})()
