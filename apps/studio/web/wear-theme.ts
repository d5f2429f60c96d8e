/**
 * Applies the theme that the surrounding page requested. The system's preference does not count: that page is dark
 * unless its player chose otherwise.
 */
export function wearTheme(): void {
  const asked = new URLSearchParams(location.search).get('theme')
  const isLight = asked ? asked === 'light' : matchMedia('(prefers-color-scheme: light)').matches
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}
