/** How the page looks, as the player chose it in the app; `system` for whoever chose nothing on this device. */
export type PageLook = { theme: 'dark' | 'light' | 'system'; textPercent: number }

const themes = ['dark', 'light', 'system'] as const
const textPercents = [100, 115, 130, 150, 200] as const

/** The look in the cookie that the player app keeps it in; what is missing or unknown there is left to the system. */
export function pageLook(cookies: string | undefined): PageLook {
  const written = new URLSearchParams(/(?:^|; )look=([^;]*)/.exec(cookies ?? '')?.[1] ?? '')
  return {
    theme: themes.find((theme) => theme === written.get('theme')) ?? 'system',
    textPercent: textPercents.find((percent) => String(percent) === written.get('text')) ?? 100,
  }
}

/** When the light tokens hold, as a media query, and the schemes that the browser's own parts may take. */
export const lightOf: Record<PageLook['theme'], { lightMedia: string; schemes: string }> = {
  dark: { lightMedia: 'not all', schemes: 'dark' },
  light: { lightMedia: 'all', schemes: 'light' },
  system: { lightMedia: '(prefers-color-scheme: light)', schemes: 'dark light' },
}
