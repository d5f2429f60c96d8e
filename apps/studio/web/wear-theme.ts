/**
 * Puts the page into the look that its frame was asked for. What the system prefers is not it: the page around the frame is
 * dark unless its player chose otherwise.
 */
export function wearTheme(): void {
  const asked = new URLSearchParams(location.search).get('theme')
  const isLight = asked ? asked === 'light' : matchMedia('(prefers-color-scheme: light)').matches
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}
